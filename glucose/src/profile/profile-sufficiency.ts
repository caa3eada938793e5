import { DAY_MS, HOUR_MS, type Period } from '../series/period.ts';
import { type Series, within } from '../series/series.ts';
import { offsetsOf } from '../series/time-zone.ts';
import { ENOUGH_COVERAGE } from '../statistics/sufficiency.ts';
import { coveredBy } from '../statistics/tally.ts';

/** Whether a period has enough days for a profile, and a sentence that says so. `days`: those with an hour or more. */
export type ProfileSufficiency = { isEnough: boolean; days: number; sentence: string };

/** The best week decides. */
const ENOUGH_PROFILE_DAYS = 7;

/**
 * Whether there are enough days to draw a profile of.
 *
 * Edges   enough: seven local days with at least an hour of readings each, the best seven together with 70 % of
 *         theirs.
 * Source  the rules of Tidepool's AGP report.
 */
export function profileSufficiencyOf(series: Series, period: Period, timeZone: string): ProfileSufficiency {
  const best = [...coveredByDay(within(series, period), period, timeZone).values()]
    .filter((coveredMs) => coveredMs >= HOUR_MS)
    .sort((a, b) => b - a);
  const days = best.length;
  const bestWeekMs = best.slice(0, ENOUGH_PROFILE_DAYS).reduce((sum, ms) => sum + ms, 0);
  const isEnough =
    days >= ENOUGH_PROFILE_DAYS && bestWeekMs >= ENOUGH_COVERAGE * ENOUGH_PROFILE_DAYS * DAY_MS;
  const there = days === 1 ? 'Only one day has' : `${days === 0 ? 'No' : days} days have`;
  const sentence = isEnough
    ? `This is how ${days} days went.`
    : `A profile needs 7 days with 70% of their readings. ${there} readings so far.`;
  return { isEnough, days, sentence };
}

/** The covered time of each local day, by its number since 1970. */
function coveredByDay(series: Series, period: Period, timeZone: string): Map<number, number> {
  const offsets = offsetsOf(timeZone, period);
  const covered = new Map<number, number>();
  let zone = 0;
  series.takenAt.forEach((at, index) => {
    while ((offsets[zone + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) zone += 1;
    const day = Math.floor((at + (offsets[zone]?.offsetMs ?? 0)) / DAY_MS);
    const ms = coveredBy(series.weightMs[index] as number, series.everyMs[index] as number);
    covered.set(day, (covered.get(day) ?? 0) + ms);
  });
  return covered;
}
