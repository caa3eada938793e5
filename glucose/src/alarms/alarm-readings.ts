import { MINUTE_MS } from '../series/period.ts';
import { CLOCK_SKEW_MS } from '../stale.ts';

/** A reading for alarms. `origin`: what tells its source from others; mirrors of one sensor have the same. */
export type AlarmReading = { takenAt: number; mgdl: number; origin?: string | number };

/** Only a reading of at most this age, its limit included, can start an alarm about glucose. */
export const FRESH_MS = 10 * MINUTE_MS;

/**
 * The readings that alarms may use, oldest first, one for each time.
 *
 * Edges   one dated more than two minutes ahead of `now` waits for its time. Of two with the same time the lower counts,
 *         whatever their order.
 */
export function usableReadings<Row extends AlarmReading>(
  readings: readonly Row[],
  now: number,
): readonly Row[] {
  return isInOrder(readings, now) ? readings : inOrder(readings, now);
}

/** The usual case, in which nothing is copied. */
function isInOrder(readings: readonly AlarmReading[], now: number): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const { takenAt } of readings) {
    // Also false for a time that is no number.
    if (!(takenAt > before)) return false;
    before = takenAt;
  }
  return before <= now + CLOCK_SKEW_MS;
}

function inOrder<Row extends AlarmReading>(readings: readonly Row[], now: number): Row[] {
  return readings
    .filter(({ takenAt }) => takenAt <= now + CLOCK_SKEW_MS)
    .sort((one, other) => one.takenAt - other.takenAt || one.mgdl - other.mgdl)
    .filter(({ takenAt }, index, sorted) => takenAt !== sorted[index - 1]?.takenAt);
}

/** The readings of the newest one's source: two sensors differ, and their difference is no change of glucose. */
export function ofNewestOrigin<Row extends AlarmReading>(readings: readonly Row[]): readonly Row[] {
  const origin = readings.at(-1)?.origin;
  return readings.every((reading) => reading.origin === origin)
    ? readings
    : readings.filter((reading) => reading.origin === origin);
}
