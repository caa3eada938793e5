import { HOUR_MS, MINUTE_MS } from '@tealight/glucose';

/** Offsets of the world's zones are whole quarters of an hour, and so are changes of a clock. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
/** No time zone is further from UTC. */
const MAX_OFFSET_MS = 14 * HOUR_MS;

/** A time as a clock showed it, read as if it were UTC (epoch ms). `offsetMs`: its offset from UTC, where the text has one. */
export type LocalTime = { local: number; offsetMs: number | null };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const iso = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):?(\d\d))?$/;
const legacy = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}) (\d\d):(\d\d):(\d\d)$/;

/** Parses both formats of the vendor. An offset of zero (`Z`, `-00:00`) means that none is known. */
export function parseLocalTime(text: string): LocalTime | null {
  const [, year, month, day, hour, minute, second, sign, zoneHours, zoneMinutes] = iso.exec(text) ?? [];
  if (year !== undefined) {
    const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * MINUTE_MS;
    const local = utc([year, month, day, hour, minute, second].map(Number));
    return { local, offsetMs: zone === 0 ? null : sign === '-' ? -zone : zone };
  }
  const [, name = '', ...rest] = legacy.exec(text) ?? [];
  const [date, inYear, ...time] = rest.map(Number);
  if (!months.includes(name)) return null;
  return { local: utc([inYear ?? 0, months.indexOf(name) + 1, date ?? 0, ...time]), offsetMs: null };
}

function utc([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The offset of a clock from UTC, by one moment in both times; null for one that no time zone has. */
export function offsetBetween(local: number | null, instant: number | null): number | null {
  if (local === null || instant === null) return null;
  const offsetMs = toQuarterHours(local - instant);
  return Math.abs(offsetMs) <= MAX_OFFSET_MS ? offsetMs : null;
}

/**
 * What to add to each time so that all of them are by the clock of the last one: zero except for rows from before the
 * clock was set. A clock set back is recognized by times that go backwards. A clock set forward looks like a gap, so it
 * counts only where the vendor reports it (`setAt`, in the same local time).
 *
 * Limits   a change inside a gap of the sensor: the vendor reports when a clock was set, not by how much, and rows have
 *          no other time, so this answer does not say which part of the gap is the change. All of it counts, and rows
 *          from before it move to its end, those of a clock that was set back by less than the gap as well. Moved rows
 *          that are newer than what is stored are stored again, at the wrong time.
 *
 * Assumes  oldest first, `everyMs` apart.
 */
export function clockCorrections(
  times: readonly number[],
  { everyMs, setAt }: { everyMs: number; setAt: readonly number[] },
): number[] {
  const shifts: number[] = [];
  let shift = 0;
  for (let index = times.length - 1; index >= 0; index -= 1) {
    const before = times[index] ?? 0;
    const after = times[index + 1] ?? before + everyMs;
    const jump = toQuarterHours(after - before - everyMs);
    const reported = setAt.some((at) => at >= before && at <= after);
    if (Math.abs(jump) <= MAX_OFFSET_MS && (jump < 0 || reported)) shift += jump;
    shifts[index] = shift;
  }
  return shifts;
}

const toQuarterHours = (ms: number) => Math.round(ms / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
