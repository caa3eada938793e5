import { DAY } from '../shared/time-units.ts';

/** Readings as columns of equal length, oldest first: `takenAt` epoch milliseconds, `mgdl` whole mg/dL. */
export type ReadingColumns = { takenAt: Float64Array; mgdl: Uint16Array };

/** The day of a time, as the number of days since 1970 in UTC: independent of the wearer's time zone. */
export const dayOf = (at: number): number => Math.floor(at / DAY);

/** Splits readings into the days `first` to `last`; a day without readings is empty. */
export function splitIntoDays(
  columns: ReadingColumns,
  first: number,
  last: number,
): Map<number, ReadingColumns> {
  const { takenAt, mgdl } = columns;
  const days = new Map<number, ReadingColumns>();
  let start = 0;
  for (let day = first; day <= last; day += 1) {
    let end = start;
    while (end < takenAt.length && (takenAt[end] as number) < (day + 1) * DAY) end += 1;
    days.set(day, { takenAt: takenAt.slice(start, end), mgdl: mgdl.slice(start, end) });
    start = end;
  }
  return days;
}

/** The readings of several days in columns of their own, without those from `until` on. */
export function columnsOf(days: readonly ReadingColumns[], until: number): ReadingColumns {
  const shown = days.map(({ takenAt, mgdl }) => {
    let end = takenAt.length;
    while (end > 0 && (takenAt[end - 1] as number) >= until) end -= 1;
    return { takenAt: takenAt.subarray(0, end), mgdl: mgdl.subarray(0, end) };
  });
  const length = shown.reduce((sum, { mgdl }) => sum + mgdl.length, 0);
  const all = { takenAt: new Float64Array(length), mgdl: new Uint16Array(length) };
  let start = 0;
  for (const { takenAt, mgdl } of shown) {
    all.takenAt.set(takenAt, start);
    all.mgdl.set(mgdl, start);
    start += mgdl.length;
  }
  return all;
}
