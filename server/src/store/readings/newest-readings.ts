import type { Reading } from '@tealight/glucose';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { FilledSpan } from './filled-spans.ts';

/** Readings from `from` until before `until` (epoch ms), at most `count`. */
export type EntryQuery = { from: number; until: number; count: number };

/** Readings as the Nightscout API returns them (`entries`): the newest of a period. */
export function entryStore(db: Db) {
  const newest = (wearerId: number, { from, until, count }: EntryQuery) =>
    db
      .selectFrom('readings')
      .select(['taken_at as takenAt', 'mgdl', 'trend'])
      .where('wearer_id', '=', wearerId)
      .where('taken_at', '>=', from)
      .where('taken_at', '<', until)
      .orderBy('taken_at', 'desc')
      .limit(count);
  return {
    /** Newest first. */
    newest: (wearerId: number, query: EntryQuery): Promise<Reading[]> => newest(wearerId, query).execute(),
    /**
     * The same, and all of the wearer's filled spans, in one statement: readings of one moment with spans of another
     * would have modified times that they never had.
     */
    async newestWithSpans(
      wearerId: number,
      query: EntryQuery,
    ): Promise<{ readings: Reading[]; spans: FilledSpan[] }> {
      const rows = await db
        .selectFrom(newest(wearerId, query).as('newest'))
        .select(['takenAt', 'mgdl', 'trend', none.as('lastAt')])
        .select([none.as('firstModified'), none.as('lastModified')])
        .unionAll(
          db
            .selectFrom('filled_spans')
            .select(['first_at as takenAt', sql<number>`0`.as('mgdl')])
            .select([sql<Reading['trend']>`'unknown'`.as('trend'), time('last_at').as('lastAt')])
            .select([time('first_modified').as('firstModified'), time('last_modified').as('lastModified')])
            .where('wearer_id', '=', wearerId),
        )
        .execute();
      const readings: Reading[] = [];
      const spans: FilledSpan[] = [];
      for (const { takenAt, mgdl, trend, lastAt, firstModified, lastModified } of rows) {
        if (lastAt === null || firstModified === null || lastModified === null)
          readings.push({ takenAt, mgdl, trend });
        else spans.push({ firstAt: takenAt, lastAt, firstModified, lastModified });
      }
      // Engines keep the order of the parts, but do not guarantee it.
      return { readings: readings.sort((a, b) => b.takenAt - a.takenAt), spans };
    },
  };
}

const none = sql<number | null>`cast(null as bigint)`;
const time = (column: 'last_at' | 'first_modified' | 'last_modified') =>
  sql<number | null>`${sql.ref(column)}`;
