import { toMmol, type Unit } from '../units.ts';

/** The consensus bands, from the bottom to the top of the bar. */
export const bands = ['very-low', 'low', 'target', 'high', 'very-high'] as const;
export type Band = (typeof bands)[number];

/** For whom goals and bands are set. */
export const populations = ['adult', 'older', 'pregnancy'] as const;
export type Population = (typeof populations)[number];

/** A band's first and last whole mg/dL, both belonging to it; null where it has no end. */
export type BandLimits = { band: Band; from: number | null; to: number | null };

/**
 * The bands of a population, bottom to top. Pregnancy knows no very high: everything above its target is one band.
 *
 * Units   whole mg/dL.
 * Edges   inclusive: 70 and 180 belong to the target, 54 to low, 250 to high.
 * Source  Battelino et al., Diabetes Care 2019;42:1593.
 */
export function bandsOf(population: Population): readonly BandLimits[] {
  return population === 'pregnancy' ? pregnancyBands : consensusBands;
}

const consensusBands: readonly BandLimits[] = [
  { band: 'very-low', from: null, to: 53 },
  { band: 'low', from: 54, to: 69 },
  { band: 'target', from: 70, to: 180 },
  { band: 'high', from: 181, to: 250 },
  { band: 'very-high', from: 251, to: null },
];

const pregnancyBands: readonly BandLimits[] = [
  { band: 'very-low', from: null, to: 53 },
  { band: 'low', from: 54, to: 62 },
  { band: 'target', from: 63, to: 140 },
  { band: 'high', from: 141, to: null },
];

/** A band in a wearer's words. */
export const bandWords: Readonly<Record<Band, string>> = {
  'very-low': 'Very low',
  low: 'Low',
  target: 'In target',
  high: 'High',
  'very-high': 'Very high',
};

/**
 * A band's limits as text in the wearer's unit: `<54`, `70–180`, `>250`; `<3.0`, `3.9–10.0`, `>13.9`.
 * An open end is described by the limit of the adjacent band, as the consensus writes it.
 */
export function showBand({ from, to }: BandLimits, unit: Unit): string {
  const show = (mgdl: number) => (unit === 'mg/dL' ? String(mgdl) : toMmol(mgdl).toFixed(1));
  if (from === null) return to === null ? '' : `<${show(to + 1)}`;
  return to === null ? `>${show(from - 1)}` : `${show(from)}–${show(to)}`;
}
