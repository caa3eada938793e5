import type { Reading } from '@tealight/glucose';
import type { Db } from '../db.ts';

/** Readings from `from` until before `until` (epoch ms), at most `count`. */
export type EntryQuery = { from: number; until: number; count: number };

/** Readings as the Nightscout API returns them (`entries`): the newest of a period. */
export function entryStore(db: Db) {
  return {
    /** Newest first. */
    async newest(wearerId: number, { from, until, count }: EntryQuery): Promise<Reading[]> {
      const rows = await db
        .selectFrom('readings')
        .select(['taken_at as takenAt', 'mgdl', 'trend'])
        .where('wearer_id', '=', wearerId)
        .where('taken_at', '>=', from)
        .where('taken_at', '<', until)
        .orderBy('taken_at', 'desc')
        .limit(count)
        .execute();
      return rows;
    },
  };
}
