import { DAY } from '../times.ts';

/** Readings as columns of equal length, oldest first: `takenAt` epoch milliseconds, `mgdl` whole mg/dL. */
export type Columns = { takenAt: Float64Array; mgdl: Uint16Array };

/** The number of a moment's day since 1970, in UTC: whatever zone the wearer lives in, the same readings. */
export const dayOf = (at: number): number => Math.floor(at / DAY);

/** The readings of the days `first` to `last`, each day for itself; a day without readings is an empty one. */
export function cutIntoDays(columns: Columns, first: number, last: number): Map<number, Columns> {
  const { takenAt, mgdl } = columns;
  const days = new Map<number, Columns>();
  let start = 0;
  for (let day = first; day <= last; day += 1) {
    let end = start;
    while (end < takenAt.length && (takenAt[end] as number) < (day + 1) * DAY) end += 1;
    days.set(day, { takenAt: takenAt.slice(start, end), mgdl: mgdl.slice(start, end) });
    start = end;
  }
  return days;
}

/** The readings of some days one by one, those from `until` on left out. */
export function readingsOf(days: readonly Columns[], until: number): { takenAt: number; mgdl: number }[] {
  const readings = [];
  for (const { takenAt, mgdl } of days) {
    for (let index = 0; index < takenAt.length; index += 1) {
      const at = takenAt[index] as number;
      if (at < until) readings.push({ takenAt: at, mgdl: mgdl[index] as number });
    }
  }
  return readings;
}
