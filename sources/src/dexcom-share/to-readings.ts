import { CLOCK_SKEW_MS, HIGH_MGDL, LOW_MGDL, MINUTE_MS, type Reading } from '@tealight/glucose';
import * as z from 'zod';
import { rowsIn } from '../shared/rows.ts';
import { trendOfArrow } from '../shared/trend-arrows.ts';
import { SourceError } from '../source-error.ts';

/** The time of one reading differs by seconds from response to response; two readings are five minutes apart. */
const DUPLICATE_WITHIN_MS = MINUTE_MS;

const Row = z.object({
  // `Date(1789387307000)`, until 2021 `/Date(1789387307000-0700)/`: the offset is for information, the time is UTC.
  WT: z
    .string()
    .regex(/^\/?Date\(\d+([+-]\d{4})?\)\/?$/)
    .transform((text) => Number(text.match(/\d+/)?.[0])),
  Value: z.number(),
  Trend: z.union([z.string(), z.number()]).nullish().catch(null),
});

/** After `since` (epoch ms); `maxRows`: the most that is ever requested. */
export type ReadingsQuery = { since: number; now: number; maxRows: number };

/** Share's rows → readings with `since` < `takenAt`, oldest first. Throws `SourceError` `unreadable`. */
export function toReadings(response: unknown, { since, now, maxRows }: ReadingsQuery): Reading[] {
  const list = rowsIn('dexcomShare', response, maxRows);
  const rows = list.flatMap((row) => Row.safeParse(row).data ?? []);
  if (list.length > 0 && rows.length === 0) {
    throw new SourceError('dexcomShare', 'unreadable', { cause: 'no row is a reading' });
  }
  const readings = rows
    .map(({ WT, Value, Trend }) => ({ takenAt: WT, mgdl: Math.round(Value), trend: trendOfArrow(Trend) }))
    // Lower values than LOW are error codes of the sensor.
    .filter(({ mgdl, takenAt }) => mgdl >= LOW_MGDL && mgdl <= HIGH_MGDL && takenAt <= now + CLOCK_SKEW_MS)
    .sort((a, b) => a.takenAt - b.takenAt);
  return dedupe(readings, since);
}

function dedupe(readings: readonly Reading[], since: number): Reading[] {
  const kept: Reading[] = [];
  let last = since;
  for (const reading of readings) {
    if (reading.takenAt - last < DUPLICATE_WITHIN_MS) continue;
    kept.push(reading);
    last = reading.takenAt;
  }
  return kept;
}
