import type { Reading } from '@tealight/glucose';
import * as z from 'zod';
import { trendOf } from '../arrows.ts';
import { rowsIn } from '../rows.ts';
import { SourceError } from '../trouble.ts';

/** Values below are the sensor's error codes; 39 means LOW and 401 HIGH. */
const LOWEST_MGDL = 39;
const HIGHEST_MGDL = 401;
/** The time of one reading differs by seconds from answer to answer; two readings are five minutes apart. */
const JITTER_MS = 60_000;
/** Clocks of phones run ahead a little; what claims to come from further ahead is an error. */
const AHEAD_MS = 5 * 60_000;

const Row = z.object({
  // `Date(1789387307000)`, until 2021 `/Date(1789387307000-0700)/`: the offset is information, the time is UTC.
  WT: z
    .string()
    .regex(/^\/?Date\(\d+([+-]\d{4})?\)\/?$/)
    .transform((text) => Number(text.match(/\d+/)?.[0])),
  Value: z.number(),
  Trend: z.union([z.string(), z.number()]).nullish().catch(null),
});

/** After `since` (epoch ms); `most`: as many rows as are ever asked for. */
export type Wanted = { since: number; now: number; most: number };

/** Share's rows → readings with `since` < `takenAt`, oldest first. Throws `SourceError` `unreadable`. */
export function toReadings(answer: unknown, { since, now, most }: Wanted): Reading[] {
  const list = rowsIn('dexcom-share', answer, most);
  const rows = list.flatMap((row) => Row.safeParse(row).data ?? []);
  if (list.length > 0 && rows.length === 0) {
    throw new SourceError('dexcom-share', 'unreadable', { cause: 'no row is a reading' });
  }
  const readings = rows
    .map(({ WT, Value, Trend }) => ({ takenAt: WT, mgdl: Math.round(Value), trend: trendOf(Trend) }))
    .filter(({ mgdl, takenAt }) => mgdl >= LOWEST_MGDL && mgdl <= HIGHEST_MGDL && takenAt <= now + AHEAD_MS)
    .sort((a, b) => a.takenAt - b.takenAt);
  return withoutEchoes(readings, since);
}

function withoutEchoes(readings: readonly Reading[], since: number): Reading[] {
  const kept: Reading[] = [];
  let last = since;
  for (const reading of readings) {
    if (reading.takenAt - last < JITTER_MS) continue;
    kept.push(reading);
    last = reading.takenAt;
  }
  return kept;
}
