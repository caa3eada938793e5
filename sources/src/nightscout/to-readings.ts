import type { Reading } from '@tealight/glucose';
import * as z from 'zod';
import { trendOf } from '../arrows.ts';
import { checkedRows, rowsIn } from '../rows.ts';
import { SourceError } from '../trouble.ts';
import { type Row, withoutTwins } from './twins.ts';

/** Values below are error codes of the sensor, by the rule of the site itself; 39 means LOW and 401 HIGH. */
const LOWEST_MGDL = 39;
/** No sensor shows more; LibreLink feeds hold real values up to 500. */
const HIGHEST_MGDL = 600;

/** Uploaders have names like `xDrip-DexcomG5` and `openaps://rig`; many rows must not make much of theirs. Own choice. */
const LONGEST_NAME = 200;

/** Sites that keep to no small count are met; so many entries do no harm. */
const FEW = 20;

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
    device: z.string().max(LONGEST_NAME).nullish().catch(null),
  })
  .refine((entry) => entry.date != null || entry.dateString != null);

/** What one visit looks at, in epoch ms: after `since`, up to `until`. */
export type Span = { since: number; until: number };

/**
 * A page of entries. `oldest` and `newest` are the smallest and the largest time in it, also of rows that are no
 * readings; null when empty.
 */
export type Page = { rows: Row[]; count: number; oldest: number | null; newest: number | null };

/**
 * Nightscout's entries → rows. Finger-sticks, calibrations, error codes and deleted entries are left out.
 *
 * Throws  `SourceError` `unreadable` when it is no list, has more than the `most` entries that were asked for, or
 *         holds nothing that looks like an entry.
 */
export async function toPage(answer: unknown, most: number): Promise<Page> {
  const list = rowsIn('nightscout', answer, Math.max(most, FEW));
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

/** Rows of all pages → what is new: twins merged, `since` < `takenAt` ≤ `until`, oldest first. */
export function toReadings(rows: readonly Row[], { since, until }: Span): Reading[] {
  const fitting = rows.filter(({ takenAt }) => takenAt <= until);
  return withoutTwins(fitting, since)
    .filter(({ takenAt }) => takenAt > since)
    .map(({ takenAt, mgdl, trend }) => ({ takenAt, mgdl, trend }));
}

type Entry = z.infer<typeof Entry>;

function toRow(entry: Entry): Row[] {
  if (!isReading(entry) || entry.sgv == null) return [];
  const mgdl = Math.round(entry.sgv);
  if (mgdl < LOWEST_MGDL || mgdl > HIGHEST_MGDL) return [];
  return [
    {
      takenAt: timeOf(entry),
      mgdl,
      trend: trendOf(entry.direction || entry.trend),
      device: entry.device ?? '',
    },
  ];
}

/**
 * Programs made by hand leave the type out, or write it in capitals, and Nightscout shows what has an `sgv`. What was
 * deleted through its third API is marked only, and its first API gives it all the same.
 */
const isReading = ({ type, isValid }: Entry): boolean =>
  (type || 'sgv').toLowerCase() === 'sgv' && isValid !== false;

function timeOf(entry: Entry): number {
  return Math.round(entry.date ?? entry.dateString ?? 0);
}
