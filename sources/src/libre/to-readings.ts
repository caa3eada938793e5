import { HIGH_OF_LIBRE_MGDL, LOW_MGDL, type Reading, type Trend } from '@tealight/glucose';
import * as z from 'zod';
import { SourceError } from '../source-error.ts';

/** What sensors measure; HI or LO beyond. */
const MIN_MGDL = 40;
const MAX_MGDL = 500;
/** Points closer than this are one measurement, in the history and as current value. */
const DUPLICATE_WITHIN_MS = 30_000;

const Point = z.object({
  FactoryTimestamp: z.string(),
  ValueInMgPerDl: z.number(),
  TrendArrow: z.number().nullish(),
  /** LO and HI: beyond what the sensor measures. */
  isLow: z.boolean().nullish().catch(null),
  isHigh: z.boolean().nullish().catch(null),
});

/** The vendor's arrows, 1 to 5; 0 or none means unknown. History points have none. */
const arrows: readonly Trend[] = ['unknown', 'falling-fast', 'falling', 'steady', 'rising', 'rising-fast'];

export type Span = { since: number; until: number };

/**
 * Points of graph, logbook and current value → readings, oldest first, `since` < `takenAt` ≤ `until`, once each.
 * Points without a value or a time are left out. Where two are of one measurement, the one with a trend stays.
 *
 * Throws  `SourceError` `unreadable` for a list without anything that looks like a point.
 */
export function toReadings(points: readonly unknown[], { since, until }: Span): Reading[] {
  const known = points.flatMap((point) => Point.safeParse(point).data ?? []);
  const readings = known.flatMap(toReading);
  if (points.length > 0 && readings.length === 0 && known.every(hasNoTime)) {
    throw new SourceError('libre', 'unreadable', { cause: 'no point has a time' });
  }
  return dedupe(readings)
    .filter(({ takenAt }) => takenAt > since && takenAt <= until)
    .sort((a, b) => a.takenAt - b.takenAt);
}

type Point = z.infer<typeof Point>;

const hasNoTime = (point: Point): boolean => takenAtOf(point.FactoryTimestamp) === null;

function toReading(point: Point): Reading[] {
  const takenAt = takenAtOf(point.FactoryTimestamp);
  const mgdl = mgdlOf(point);
  if (takenAt === null || mgdl === null) return [];
  return [{ takenAt, mgdl, trend: arrows[point.TrendArrow ?? 0] ?? 'unknown' }];
}

/** Null: no value. No response with a flag has been seen, so that it counts only where the value agrees with it. */
function mgdlOf({ ValueInMgPerDl, isLow, isHigh }: Point): number | null {
  const mgdl = Math.round(ValueInMgPerDl);
  if (mgdl === LOW_MGDL || (isLow === true && mgdl <= MIN_MGDL)) return LOW_MGDL;
  if (mgdl === HIGH_OF_LIBRE_MGDL || (isHigh === true && mgdl >= MAX_MGDL)) return HIGH_OF_LIBRE_MGDL;
  return mgdl >= MIN_MGDL && mgdl <= MAX_MGDL ? mgdl : null;
}

function dedupe(readings: readonly Reading[]): Reading[] {
  const ordered = readings.toSorted(
    (a, b) => a.takenAt - b.takenAt || Number(a.trend === 'unknown') - Number(b.trend === 'unknown'),
  );
  return ordered.reduce<Reading[]>((kept, reading) => {
    const last = kept.at(-1);
    if (last === undefined || reading.takenAt - last.takenAt >= DUPLICATE_WITHIN_MS) kept.push(reading);
    else if (last.trend === 'unknown' && reading.trend !== 'unknown') kept[kept.length - 1] = reading;
    return kept;
  }, []);
}

const americanTime = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) (AM|PM)$/;

/**
 * `FactoryTimestamp` → epoch ms, or null. It is the sensor's clock in UTC, in American notation without a zone:
 * 12 AM is hour 0, 12 PM hour 12. (`Timestamp` is the phone's local time and repeats when clocks go back.)
 */
export function takenAtOf(text: string): number | null {
  const match = americanTime.exec(text);
  if (match === null) return null;
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const at = Date.UTC(year, month - 1, day, (hour % 12) + (match[7] === 'PM' ? 12 : 0), minute, second);
  const date = new Date(at);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour >= 1 && hour <= 12;
  return isReal && minute < 60 && second < 60 ? at : null;
}
