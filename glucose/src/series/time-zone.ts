import { DAY_MS, MINUTE_MS, type Period } from './period.ts';

/** From this moment on, local time is UTC plus `offsetMs`. */
export type OffsetChange = { from: number; offsetMs: number };

/**
 * How far apart the offset is asked for. From 2010 to 2030 no zone of the database changes its clocks and back
 * within a week.
 */
const PROBE_MS = 7 * DAY_MS;

/** Making one costs a thousand times more than asking one. There are some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether this is a time zone's name, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== null;
  } catch {
    return false;
  }
}

/**
 * The offsets of a zone through a period: the one at its start, then each change within.
 *
 * Units   epoch milliseconds; offsets in milliseconds, east positive.
 * Throws  RangeError for a name that is no time zone.
 * Source  the time zone database inside `Intl`, asked once a week of the period and some ten times a change.
 */
export function offsetsOf(timeZone: string, { from, to }: Period): OffsetChange[] {
  const format = formatOf(timeZone);
  const changes = [{ from, offsetMs: offsetAt(format, from) }];
  for (let start = from; start < to; start += PROBE_MS) {
    const end = Math.min(start + PROBE_MS, to);
    const before = (changes.at(-1) as OffsetChange).offsetMs;
    const after = offsetAt(format, end);
    if (after !== before) changes.push({ from: changeBetween(format, start, end), offsetMs: after });
  }
  return changes;
}

/** The whole minute at which the offset at `start` ceases to hold. */
function changeBetween(format: Intl.DateTimeFormat, start: number, end: number): number {
  const before = offsetAt(format, start);
  let last = Math.floor(start / MINUTE_MS);
  let first = Math.ceil(end / MINUTE_MS);
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(format, middle * MINUTE_MS) === before) last = middle;
    else first = middle;
  }
  return first * MINUTE_MS;
}

function offsetAt(format: Intl.DateTimeFormat, at: number): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(at)) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  // Names are the same in any case, and there is no end of spellings.
  const name = timeZone.toLowerCase();
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(name, made);
  return made;
}
