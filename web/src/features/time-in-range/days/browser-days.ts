import { DAY_MS, localDayAt, offsetsOf, periodOfDays } from '@tealight/glucose';

// `zone`: the IANA name of a time zone; without one, days are those of this browser's clock.

/** The local midnight a number of days before the day of a moment. */
export function midnightBefore(at: number, days: number, zone?: string): number {
  if (zone !== undefined) return midnightOfDay(localDayAt(at, zone) - days, zone);
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}

/** The local midnight that ends a day: days are 23 or 25 hours long when clocks change. */
export const midnightAfter = (midnight: number, zone?: string): number => midnightBefore(midnight, -1, zone);

/** The same time of day a number of days earlier. */
export function daysEarlier(at: number, days: number, zone?: string): number {
  if (zone !== undefined) {
    const onClock = at + offsetAt(at, zone) - days * DAY_MS;
    return onClock - offsetAt(onClock - offsetAt(at, zone), zone);
  }
  const moved = new Date(at);
  moved.setDate(moved.getDate() - days);
  return moved.getTime();
}

/** How many days the day of a moment is after another day. */
export const daysBetween = (at: number, date: string, zone?: string): number =>
  Math.round((midnightBefore(at, 0, zone) - midnightOf(date, zone)) / DAY_MS);

/** The local day of a moment as a date field has it: `2026-11-22`. */
export function dateValue(at: number, zone?: string): string {
  if (zone !== undefined) return new Date(localDayAt(at, zone) * DAY_MS).toISOString().slice(0, 10);
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The local midnight that begins a date. */
export function midnightOf(date: string, zone?: string): number {
  if (zone !== undefined) return midnightOfDay(Date.parse(date) / DAY_MS, zone);
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}

const midnightOfDay = (day: number, zone: string): number =>
  periodOfDays({ first: day, last: day }, zone).from;

/** What the clock of a zone shows at a moment, less the time in UTC; ms. */
const offsetAt = (at: number, zone: string): number =>
  offsetsOf(zone, { from: at, to: at + 1 })[0]?.offsetMs ?? 0;
