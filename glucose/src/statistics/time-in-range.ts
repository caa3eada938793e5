import { type Band, type BandLimits, bandsOf, type Population } from './bands.ts';
import { HIGHEST_MGDL, type Tally } from './tally.ts';

/** The part of the known time in each band, 0..1, together 1. */
export type BandShares = Readonly<Record<Band, number>>;

/**
 * Time in range: how much of the known time glucose was in each band.
 *
 * Units   fractions 0..1, summing to 1; of the time that readings represent, without gaps.
 * Empty   null: "no data" is not "0 % in range".
 * Source  Battelino et al., Diabetes Care 2019;42:1593.
 */
export function timeInRange(tally: Tally, population: Population): BandShares | null {
  if (tally.readings === 0) return null;
  const knownMs = tally.weightMs.reduce((sum, ms) => sum + ms, 0);
  const shares = { 'very-low': 0, low: 0, target: 0, high: 0, 'very-high': 0 };
  for (const limits of bandsOf(population)) shares[limits.band] = timeIn(tally, limits) / knownMs;
  return shares;
}

function timeIn({ weightMs }: Tally, { from, to }: BandLimits): number {
  let ms = 0;
  for (let mgdl = from ?? 0; mgdl <= (to ?? HIGHEST_MGDL); mgdl += 1) ms += weightMs[mgdl] as number;
  return ms;
}
