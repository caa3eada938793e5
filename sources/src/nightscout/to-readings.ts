import { LOW_MGDL, type Reading } from '@tealight/glucose';
import * as z from 'zod';
import { checkedRows, rowsIn } from '../shared/rows.ts';
import { trendOfArrow } from '../shared/trend-arrows.ts';
import { SourceError } from '../source-error.ts';
import { dedupe, type Row } from './dedupe.ts';

/** No sensor shows more; LibreLink feeds hold real values up to 500. */
const MAX_MGDL = 600;

/** Uploaders have names like `xDrip-DexcomG5` and `openaps://rig`; many rows must not make much of theirs. Own choice. */
const MAX_DEVICE_LENGTH = 200;

/** Some sites ignore a small count; this many entries do no harm. */
const MIN_ROW_LIMIT = 20;

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*\d+(\.\d+)?\s*$/)
    .transform(Number),
]);
const instant = z.union([number, z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]);

const Entry = z
  .object({
    type: z.string().nullish(),
    isValid: z.boolean().nullish().catch(null),
    date: instant.nullish().catch(null),
    dateString: instant.nullish().catch(null),
    sgv: number.nullish().catch(null),
    direction: z.string().nullish().catch(null),
    trend: z.number().nullish().catch(null),
    device: z.string().max(MAX_DEVICE_LENGTH).nullish().catch(null),
  })
  .refine((entry) => entry.date != null || entry.dateString != null);

/** The span that is read, in epoch ms: after `since`, up to `until`; and the times of stored readings, oldest first. */
export type Span = { since: number; until: number; knownTimes?: readonly number[] | undefined };

/**
 * A page of entries. `oldest` and `newest` are the smallest and the largest time in it, also of rows that are no
 * readings; null when empty.
 */
export type Page = { rows: Row[]; count: number; oldest: number | null; newest: number | null };

/**
 * Nightscout's entries → rows. Finger-sticks, calibrations, error codes and deleted entries are left out.
 *
 * Throws  `SourceError` `unreadable` when it is no list, has more than `maxRows` entries, or has nothing that looks
 *         like an entry.
 */
export async function toPage(response: unknown, maxRows: number): Promise<Page> {
  const list = rowsIn('nightscout', response, Math.max(maxRows, MIN_ROW_LIMIT));
  const entries = await checkedRows(list, (entry) => Entry.safeParse(entry).data);
  if (list.length > 0 && entries.length === 0) {
    throw new SourceError('nightscout', 'unreadable', { cause: 'no entry has a time' });
  }
  const times = entries.map(timeOf);
  return {
    rows: entries.flatMap(toRow),
    count: list.length,
    oldest: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    newest: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
  };
}

/** Rows of all pages → new readings without duplicates, `since` < `takenAt` ≤ `until`, oldest first. */
export function toReadings(rows: readonly Row[], { since, until, knownTimes }: Span): Reading[] {
  const fitting = rows.filter(({ takenAt }) => takenAt <= until);
  return dedupe(fitting, since, knownTimes)
    .filter(({ takenAt }) => takenAt > since)
    .map(({ takenAt, mgdl, trend }) => ({ takenAt, mgdl, trend }));
}

type Entry = z.infer<typeof Entry>;

function toRow(entry: Entry): Row[] {
  if (!isReading(entry) || entry.sgv == null) return [];
  const mgdl = Math.round(entry.sgv);
  // Lower values are error codes of the sensor, by the rule of the site itself.
  if (mgdl < LOW_MGDL || mgdl > MAX_MGDL) return [];
  return [
    {
      takenAt: timeOf(entry),
      mgdl,
      trend: trendOfArrow(entry.direction || entry.trend),
      device: entry.device ?? '',
    },
  ];
}

/**
 * Some uploaders leave the type out, or write it in capitals, and Nightscout shows what has an `sgv`. Entries deleted
 * through API v3 are only marked, and API v1 returns them all the same.
 */
const isReading = ({ type, isValid }: Entry): boolean =>
  (type || 'sgv').toLowerCase() === 'sgv' && isValid !== false;

function timeOf(entry: Entry): number {
  return Math.round(entry.date ?? entry.dateString ?? 0);
}
