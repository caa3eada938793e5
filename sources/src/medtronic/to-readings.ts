import {
  CLOCK_SKEW_MS,
  HIGH_MGDL,
  LOW_MGDL,
  MINUTE_MS,
  type Reading,
  type Trend,
  trendOf,
} from '@tealight/glucose';
import { SourceError } from '../source-error.ts';
import { type Display, toDisplay } from './display.ts';
import { clockCorrections } from './local-time.ts';

const SENSOR_INTERVAL_MS = 5 * MINUTE_MS;
/** What sensors measure, in mg/dL whatever the account shows. Without a state both ends may mean LOW and HIGH, too. */
const MIN_MGDL = 40;
const MAX_MGDL = 400;

/** The vendor's arrows stand for 1, 2 and 3 mg/dL a minute. */
const arrows = new Map<string, Trend>([
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

/** The readings of the message, in UTC. */
export type DisplayReadings = { readings: Reading[] } & Pick<Display, 'offsetMs' | 'isStale' | 'trend'>;

/**
 * The vendor's message → readings with `since` < `takenAt`, oldest first, at most one a minute. Rows without a value
 * or a time, from the future or from 1970 are left out. Throws `SourceError`.
 */
export function toReadings(
  response: unknown,
  { since, now }: { since: number; now: number },
): DisplayReadings {
  const display = toDisplay(response, now);
  const values = valuesOf(display);
  const readings = values
    .map((value, index) => ({ ...value, trend: trendBetween(values[index - 1], value) }))
    .filter(({ takenAt }) => takenAt > since && takenAt <= now + CLOCK_SKEW_MS);
  return { readings: withTrend(readings, display), ...display };
}

type Value = Omit<Reading, 'trend'>;

function valuesOf({ rows, setAt, offsetMs }: Display): Value[] {
  const measured = rows.flatMap(({ sg, time }) =>
    sg > 0 && time !== null && time.local > 0 ? [{ sg, ...time }] : [],
  );
  const corrections = clockCorrections(
    measured.map(({ local }) => local),
    { everyMs: SENSOR_INTERVAL_MS, setAt },
  );
  const inRange = measured.flatMap(({ sg, local, offsetMs: own }, index): Value[] => {
    const mgdl = Math.round(sg);
    const takenAt = local - (own ?? offsetMs - (corrections[index] ?? 0));
    return mgdl >= LOW_MGDL && mgdl <= HIGH_MGDL ? [{ takenAt, mgdl }] : [];
  });
  if (measured.length > 0 && inRange.length === 0) {
    // Perhaps mmol/L: that has never been seen in a response and is not converted.
    throw new SourceError('medtronic', 'unreadable', { cause: 'no value in the range of a sensor' });
  }
  const byMinute = new Map(inRange.map((value) => [Math.floor(value.takenAt / MINUTE_MS), value]));
  return [...byMinute.values()].sort((a, b) => a.takenAt - b.takenAt);
}

/** The vendor gives an arrow for the newest row alone: for the others the change from the row before decides. */
function trendBetween(before: Value | undefined, { takenAt, mgdl }: Value): Trend {
  const minutes = (takenAt - (before?.takenAt ?? 0)) / MINUTE_MS;
  const isAtLimit = [before?.mgdl, mgdl].some(
    (value) => value !== undefined && (value <= MIN_MGDL || value >= MAX_MGDL),
  );
  if (before === undefined || minutes > 11 || isAtLimit) return 'unknown';
  return trendOf((mgdl - before.mgdl) / minutes);
}

/** `NONE` means both 'steady' and 'no arrow', so the change decides. */
function withTrend(readings: Reading[], { trend, newest, offsetMs }: Display): Reading[] {
  const arrow = arrows.get(trend ?? '');
  const last = readings.at(-1);
  const at = (newest?.time?.local ?? 0) - (newest?.time?.offsetMs ?? offsetMs);
  if (arrow === undefined || last === undefined || last.takenAt !== at || newest?.sg !== last.mgdl)
    return readings;
  return [...readings.slice(0, -1), { ...last, trend: arrow }];
}
