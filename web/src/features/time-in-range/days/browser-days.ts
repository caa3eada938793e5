/** The local midnight a number of days before the day of a moment, on this browser's clock. */
export function midnightBefore(at: number, days: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}

/** The local midnight that ends a day: days are 23 or 25 hours long when clocks change. */
export const midnightAfter = (midnight: number): number => midnightBefore(midnight, -1);

/** The same time of day a number of days earlier. */
export function daysEarlier(at: number, days: number): number {
  const moved = new Date(at);
  moved.setDate(moved.getDate() - days);
  return moved.getTime();
}

/** How many days the day of a moment is after another day. */
export const daysBetween = (at: number, date: string): number =>
  Math.round((midnightBefore(at, 0) - midnightOf(date)) / DAY_MS);

/** The local day of a moment as a date field has it: `2026-11-22`. */
export function dateValue(at: number): string {
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The local midnight that begins a date. */
export function midnightOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).getTime();
}

/** Rounded, because days across a change of the clocks are not all as long. */
const DAY_MS = 24 * 3_600_000;
