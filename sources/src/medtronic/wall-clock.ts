const MINUTE_MS = 60_000;
/** Offsets of the world's zones are whole quarters of an hour, and so are changes of a clock. */
const QUARTER_MS = 15 * MINUTE_MS;
/** No place on earth is further from UTC. */
const FURTHEST_MS = 14 * 60 * MINUTE_MS;

/** A time as some clock showed it, read as if it were UTC (epoch ms). `offsetMs`: what it says of its zone, if anything. */
export type WallTime = { wall: number; offsetMs: number | null };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const iso = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):?(\d\d))?$/;
const old = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}) (\d\d):(\d\d):(\d\d)$/;

/** The vendor's ways to write a time. A zone of zero (`Z`, `-00:00`) is decoration and means nothing. */
export function wallTimeOf(text: string): WallTime | null {
  const [, year, month, day, hour, minute, second, sign, zoneHours, zoneMinutes] = iso.exec(text) ?? [];
  if (year !== undefined) {
    const zone = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * MINUTE_MS;
    const wall = utc([year, month, day, hour, minute, second].map(Number));
    return { wall, offsetMs: zone === 0 ? null : sign === '-' ? -zone : zone };
  }
  const [, name = '', ...rest] = old.exec(text) ?? [];
  const [date, inYear, ...time] = rest.map(Number);
  if (!months.includes(name)) return null;
  return { wall: utc([inYear ?? 0, months.indexOf(name) + 1, date ?? 0, ...time]), offsetMs: null };
}

function utc([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** How far a clock stands from UTC, from one moment told both ways; null for what no clock on earth shows. */
export function offsetBetween(wall: number | null, instant: number | null): number | null {
  if (wall === null || instant === null) return null;
  const offsetMs = quarters(wall - instant);
  return Math.abs(offsetMs) <= FURTHEST_MS ? offsetMs : null;
}

/**
 * What to add to each time so that all of them follow the clock as it stands at the last one: zero but for rows
 * from before somebody set the clock. Set back, it shows by itself, because time runs backwards there. Set forward
 * it looks like a gap, so it counts only where the vendor tells of it (`setAt`, in the same wall time).
 *
 * Assumes  oldest first, `everyMs` apart.
 */
export function shiftsOf(
  walls: readonly number[],
  { everyMs, setAt }: { everyMs: number; setAt: readonly number[] },
): number[] {
  const shifts: number[] = [];
  let shift = 0;
  for (let index = walls.length - 1; index >= 0; index -= 1) {
    const before = walls[index] ?? 0;
    const after = walls[index + 1] ?? before + everyMs;
    const jump = quarters(after - before - everyMs);
    const told = setAt.some((at) => at >= before && at <= after);
    if (Math.abs(jump) <= FURTHEST_MS && (jump < 0 || told)) shift += jump;
    shifts[index] = shift;
  }
  return shifts;
}

const quarters = (ms: number) => Math.round(ms / QUARTER_MS) * QUARTER_MS;
