import { type Reading, type Trend, trendOf } from '@tealight/glucose';
import { SourceError } from '../trouble.ts';
import { type Display, toDisplay } from './display.ts';
import { shiftsOf } from './wall-clock.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
const AHEAD_MS = 5 * MINUTE_MS;
/** What a row may say, always in mg/dL whatever the account shows; the ends also stand for LOW and HIGH. */
const LOWEST_MGDL = 40;
const HIGHEST_MGDL = 400;

/** The vendor's words stand for 1, 2 and 3 mg/dL a minute, as many as its app shows arrows. */
const words = new Map<string, Trend>([
  ['UP', 'rising-slowly'],
  ['UP_DOUBLE', 'rising'],
  ['DOUBLE_UP', 'rising'],
  ['UP_TRIPLE', 'rising-fast'],
  ['TRIPLE_UP', 'rising-fast'],
  ['DOWN', 'falling-slowly'],
  ['DOWN_DOUBLE', 'falling'],
  ['DOUBLE_DOWN', 'falling'],
  ['DOWN_TRIPLE', 'falling-fast'],
  ['TRIPLE_DOWN', 'falling-fast'],
]);

/** What the message says, with true times. */
export type Told = { readings: Reading[] } & Pick<Display, 'offsetMs' | 'frozen' | 'trend'>;

/**
 * The vendor's message → readings with `since` < `takenAt`, oldest first, one a minute at most. Rows without a value
 * or a time, from the future or from 1970 are left out. Throws `SourceError`.
 */
export function toReadings(answer: unknown, { since, now }: { since: number; now: number }): Told {
  const display = toDisplay(answer, now);
  const values = valuesOf(display);
  const readings = values
    .map((value, index) => ({ ...value, trend: paceBetween(values[index - 1], value) }))
    .filter(({ takenAt }) => takenAt > since && takenAt <= now + AHEAD_MS);
  return { readings: withTrend(readings, display), ...display };
}

type Value = Omit<Reading, 'trend'>;

function valuesOf({ rows, setAt, offsetMs }: Display): Value[] {
  const measured = rows.flatMap(({ sg, time }) =>
    sg > 0 && time !== null && time.wall > 0 ? [{ sg, ...time }] : [],
  );
  const shifts = shiftsOf(
    measured.map(({ wall }) => wall),
    { everyMs: EVERY_MS, setAt },
  );
  const inRange = measured.flatMap(({ sg, wall, offsetMs: own }, index): Value[] => {
    const mgdl = Math.round(sg);
    const takenAt = wall - (own ?? offsetMs - (shifts[index] ?? 0));
    return mgdl >= LOWEST_MGDL && mgdl <= HIGHEST_MGDL ? [{ takenAt, mgdl }] : [];
  });
  if (measured.length > 0 && inRange.length === 0) {
    // Millimoles, perhaps: nobody has seen them on the wire, and nothing is made of them.
    throw new SourceError('medtronic', 'unreadable', { cause: 'no value in the range of a sensor' });
  }
  const byMinute = new Map(inRange.map((value) => [Math.floor(value.takenAt / MINUTE_MS), value]));
  return [...byMinute.values()].sort((a, b) => a.takenAt - b.takenAt);
}

/** Only the newest row has a word of the vendor's: for the others the pace from the row before says it. */
function paceBetween(before: Value | undefined, { takenAt, mgdl }: Value): Trend {
  const minutes = (takenAt - (before?.takenAt ?? 0)) / MINUTE_MS;
  const atTheEnd = [before?.mgdl, mgdl].some((value) => value === LOWEST_MGDL || value === HIGHEST_MGDL);
  if (before === undefined || minutes > 11 || atTheEnd) return 'unknown';
  return trendOf((mgdl - before.mgdl) / minutes);
}

/** `NONE` is both 'steady' and 'no arrow': the pace decides. */
function withTrend(readings: Reading[], { trend, newest, offsetMs }: Display): Reading[] {
  const told = words.get(trend ?? '');
  const last = readings.at(-1);
  const at = (newest?.time?.wall ?? 0) - (newest?.time?.offsetMs ?? offsetMs);
  if (told === undefined || last === undefined || last.takenAt !== at || newest?.sg !== last.mgdl)
    return readings;
  return [...readings.slice(0, -1), { ...last, trend: told }];
}
