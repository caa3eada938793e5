import { DAY_MS, MINUTE_MS } from './period.ts';
import { offsetsOf } from './time-zone.ts';

/**
 * A part of every day, in minutes after local midnight: it starts with its first minute and ends before its last one.
 * It may cross midnight; one that ends where it starts is empty.
 */
export type DailyHours = { fromMinute: number; untilMinute: number };

/** Milliseconds since local midnight by the wall clock. Throws a RangeError for a name that is no time zone. */
export function localTimeAt(at: number, timeZone: string): number {
  const offsetMs = offsetsOf(timeZone, { from: at, to: at })[0]?.offsetMs ?? 0;
  return modulo(at + offsetMs, DAY_MS);
}

/** Whether a moment belongs to these hours by the wall clock, also in a night in which the clocks change. */
export function isDuring(hours: DailyHours, timeZone: string, at: number): boolean {
  return includes(hours, Math.floor(localTimeAt(at, timeZone) / MINUTE_MS));
}

/**
 * The first moment after `at` at which these hours start or end, by the clock or because the clocks are changed.
 *
 * Empty   null for hours that are empty, or that a whole day consists of.
 */
export function nextHoursChange(hours: DailyHours, timeZone: string, at: number): number | null {
  const until = at + 2 * DAY_MS;
  const offsets = offsetsOf(timeZone, { from: at, to: until });
  const isNow = isDuring(hours, timeZone, at);
  for (const [index, { from, offsetMs }] of offsets.entries()) {
    const end = offsets[index + 1]?.from ?? until;
    const isThen = includes(hours, Math.floor(modulo(from + offsetMs, DAY_MS) / MINUTE_MS));
    if (from > at && isThen !== isNow) return from;
    const change = isNow ? hours.untilMinute : hours.fromMinute;
    const waitMs = modulo(change * MINUTE_MS - (from + offsetMs), DAY_MS) || DAY_MS;
    if (from + waitMs < end && includes(hours, change % (DAY_MS / MINUTE_MS)) !== isNow) return from + waitMs;
  }
  return null;
}

function includes({ fromMinute, untilMinute }: DailyHours, minute: number): boolean {
  return fromMinute <= untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
