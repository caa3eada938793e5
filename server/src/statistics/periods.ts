import { type ChosenPeriod, spanMs } from '@tealight/contract';
import { DAY_MS, dayOfDate, localDayAt, type Period, periodBefore, periodOfDays } from '@tealight/glucose';

/**
 * A period, the one that it is compared with, and until when readings matter to it: an event that begins in the period
 * may end after it.
 */
export type PeriodInTime = { period: Period; before: Period; readUntil: number };

/** When a chosen period was; null for days that are still to come. */
export function periodInTime(chosen: ChosenPeriod, now: number, timeZone: string): PeriodInTime | null {
  if (typeof chosen === 'string') {
    const period = { from: now - spanMs(chosen), to: now };
    return { period, before: periodBefore(period), readUntil: now };
  }
  const [first, last] = [dayOfDate(chosen.from), dayOfDate(chosen.until)];
  if (last > localDayAt(now, timeZone)) return null;
  const { from, to } = periodOfDays({ first, last }, timeZone);
  // As many whole days, which may be an hour longer or shorter where the clocks change.
  const before = periodOfDays({ first: first - (last - first + 1), last: first - 1 }, timeZone);
  return {
    // Today has only been until now. No period is empty, though it may begin this moment.
    period: { from, to: Math.max(from + 1, Math.min(to, now)) },
    // Nor is this one: a day that a time zone has left out is.
    before: { from: Math.min(before.from, before.to - 1), to: before.to },
    readUntil: Math.max(from + 1, Math.min(to + DAY_MS, now)),
  };
}
