import type { Reading } from '@tealight/glucose';
import type { Db } from './db.ts';

/** From `from` on and before `until` (epoch ms), no more than `count`. */
export type EntryWish = { from: number; until: number; count: number };

export type EntryStore = ReturnType<typeof entryStore>;

/** Readings as displays ask for them: the newest of a span. */
export function entryStore(db: Db) {
  return {
    /** Newest first. */
    async newest(wearerId: number, { from, until, count }: EntryWish): Promise<Reading[]> {
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
