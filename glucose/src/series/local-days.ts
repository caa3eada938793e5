import { DAY_MS, type Period } from './period.ts';
import { offsetsOf } from './time-zone.ts';

/** Days of a calendar as their numbers since 1970-01-01, `last` included. */
export type LocalDays = { first: number; last: number };

/** The number of a date such as `2026-11-22`. */
export const dayOfDate = (date: string): number => Date.parse(date) / DAY_MS;

/** The number of the day that a moment belongs to. Throws a RangeError for a name that is no time zone. */
export function localDayAt(at: number, timeZone: string): number {
  const [offset] = offsetsOf(timeZone, { from: at, to: at + 1 });
  return Math.floor((at + (offset?.offsetMs ?? 0)) / DAY_MS);
}

/**
 * The time that days take in a time zone: from the first moment of the first day to that of the day after the last.
 *
 * Edges   23 or 25 hours for a day on which the clocks change, wherever in it they do: a day without a midnight begins
 *         where the clocks continue, and one with two midnights at the first. A day that a zone left out is empty, and
 *         ends where it begins.
 * Throws  RangeError for a name that is no time zone.
 */
export function periodOfDays({ first, last }: LocalDays, timeZone: string): Period {
  return { from: startOf(first, timeZone), to: startOf(last + 1, timeZone) };
}

/** The first moment at which the local calendar shows this day or a later one. */
function startOf(day: number, timeZone: string): number {
  const midnight = day * DAY_MS;
  // No zone is a whole day and two hours from UTC.
  const around = { from: midnight - 2 * DAY_MS, to: midnight + 2 * DAY_MS };
  const offsets = offsetsOf(timeZone, around);
  for (const [index, { from, offsetMs }] of offsets.entries()) {
    const end = offsets[index + 1]?.from ?? around.to;
    const at = Math.max(from, midnight - offsetMs);
    if (at < end) return at;
  }
  return around.to;
}
