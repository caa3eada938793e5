import type { Tally } from './tally.ts';
import { timeInRange } from './time-in-range.ts';

/** Mean glucose in mg/dL, weighted by time. Empty: null. */
export function meanOf({ weightMs, readings }: Tally): number | null {
  if (readings === 0) return null;
  let weight = 0;
  let sum = 0;
  weightMs.forEach((ms, mgdl) => {
    weight += ms;
    sum += ms * mgdl;
  });
  return sum / weight;
}

/**
 * Standard deviation of glucose, weighted by time.
 *
 * Units   mg/dL.
 * Empty   null below two readings.
 * Source  the sample's, n - 1, with n the number of readings; equal to R's `sd` when all have the same weight.
 */
export function sdOf(tally: Tally): number | null {
  const mean = meanOf(tally);
  if (mean === null || tally.readings < 2) return null;
  let weight = 0;
  let squares = 0;
  tally.weightMs.forEach((ms, mgdl) => {
    weight += ms;
    squares += ms * (mgdl - mean) ** 2;
  });
  return Math.sqrt((squares / weight) * (tally.readings / (tally.readings - 1)));
}

/** Coefficient of variation in percent; above 36 glucose is called unstable. Empty: null below two readings. */
export function cvOf(tally: Tally): number | null {
  const mean = meanOf(tally);
  const sd = sdOf(tally);
  return mean === null || sd === null ? null : (100 * sd) / mean;
}

/** Glucose management indicator in percent, from a mean in mg/dL. Source: Bergenstal et al., Diabetes Care 2018;41:2275. */
export function gmiOf(meanMgdl: number): number {
  return 3.31 + 0.02392 * meanMgdl;
}

/** The glycemia risk index, 0 (best) to 100, and its zone. */
export type RiskIndex = { score: number; zone: 'A' | 'B' | 'C' | 'D' | 'E' };

/**
 * Glycemia risk index.
 *
 * Edges   zones end at 20, 40, 60 and 80, each belonging to the better zone, and are determined from the whole number that
 *         is shown; the score never passes 100.
 * Empty   null without readings.
 * Assumes the bands of adults, whatever the population: the index is defined on them.
 * Source  Klonoff et al., J Diabetes Sci Technol 2023;17:1226.
 */
export function riskIndexOf(tally: Tally): RiskIndex | null {
  const shares = timeInRange(tally, 'adult');
  if (shares === null) return null;
  const { 'very-low': veryLow, low, high, 'very-high': veryHigh } = shares;
  const score = Math.min(100, 100 * (3 * veryLow + 2.4 * low + 1.6 * veryHigh + 0.8 * high));
  return { score, zone: zoneOfRisk(Math.round(score)) };
}

function zoneOfRisk(score: number): RiskIndex['zone'] {
  if (score <= 20) return 'A';
  if (score <= 40) return 'B';
  if (score <= 60) return 'C';
  return score <= 80 ? 'D' : 'E';
}
