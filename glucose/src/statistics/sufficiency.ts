import { DAY_MS, HOUR_MS, lengthOf, lengthWords, type Period } from '../series/period.ts';
import { showPercent } from './percents.ts';
import type { Tally } from './tally.ts';

/** Whether a period has enough readings for GMI, risk index and goals, and a sentence that says so. */
export type Sufficiency = { isEnough: boolean; coverage: number; sentence: string };

/** The consensus asks for 14 days with 70 % of the readings. */
const ENOUGH_DAYS = 14;
export const ENOUGH_COVERAGE = 0.7;

/**
 * Whether there are enough readings.
 *
 * Units   coverage 0..1: the share of the whole period that readings cover, where also time without data counts.
 * Edges   enough: a period of 14 days or more, today included, with readings for 70 % of 14 days. A longer period that is mostly
 *         empty is judged by what there is, and the sentence says how little that is.
 * Source  Battelino et al., Diabetes Care 2019;42:1593; the rule for longer periods is that of Tidepool's reports.
 */
export function sufficiencyOf({ coveredMs, readings }: Tally, period: Period): Sufficiency {
  const lengthMs = lengthOf(period);
  const coverage = Math.min(1, coveredMs / lengthMs);
  if (readings === 0) return { isEnough: false, coverage, sentence: 'There are no readings in this time.' };
  const length = lengthWords(roundedUpToDays(lengthMs));
  const covered = `Readings cover ${showPercent(coverage)} of ${length.startsWith('1 ') ? `this ${length.slice(2)}` : `these ${length}`}.`;
  // Of 14 local days the last may be today, which is not over; and 13 have an hour more when the clocks go back.
  if (lengthMs <= (ENOUGH_DAYS - 1) * DAY_MS + HOUR_MS) {
    return { isEnough: false, coverage, sentence: `${covered} GMI and goals need ${ENOUGH_DAYS} days.` };
  }
  if (coveredMs < ENOUGH_COVERAGE * ENOUGH_DAYS * DAY_MS) {
    const needed = `${showPercent(ENOUGH_COVERAGE)} of ${ENOUGH_DAYS} days`;
    return { isEnough: false, coverage, sentence: `${covered} GMI and goals need ${needed}.` };
  }
  const rest = coverage < ENOUGH_COVERAGE ? ' The rest of the time is not known.' : '';
  return { isEnough: true, coverage, sentence: `${covered}${rest}` };
}

/** A length of two days and more in whole days (ms): the last may be today, which is not over, and one an hour longer or shorter. */
const roundedUpToDays = (lengthMs: number): number =>
  lengthMs < 2 * DAY_MS ? lengthMs : Math.ceil((lengthMs - HOUR_MS) / DAY_MS) * DAY_MS;
