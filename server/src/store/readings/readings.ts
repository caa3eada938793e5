import type { Reading } from '@tealight/glucose';
import type { Db } from '../db.ts';
import type { ReadingTable } from '../tables.ts';

/** A reading with the wearer it belongs to. */
export type WearersReading = Reading & { wearerId: number };

/** Rows in a statement: four values each, and SQLite allows 32,766 of them. */
const ROWS = 1000;

/** Readings: one for each wearer and time (epoch ms). */
export function readingStore(db: Db) {
  const selectOf = (wearerId: number) =>
    db.selectFrom('readings').select(['taken_at', 'mgdl', 'trend']).where('wearer_id', '=', wearerId);
  return {
    /** Stores new readings of any number of wearers and returns them. A reading with a known time changes nothing. */
    async add(readings: readonly WearersReading[]): Promise<WearersReading[]> {
      const added: WearersReading[] = [];
      for (let start = 0; start < readings.length; start += ROWS) {
        added.push(...(await insert(db, readings.slice(start, start + ROWS))));
      }
      return added;
    },
    /**
     * The newest readings that may be shown as current, newest first: none that another person had, who was selected at
     * the wearer's source before.
     */
    async current(wearerId: number, count: number): Promise<Reading[]> {
      const otherPersonUntil = db
        .selectFrom('connections')
        .select('other_person_until')
        .where('wearer_id', '=', wearerId);
      const rows = await selectOf(wearerId)
        .where('taken_at', '>', ({ fn, val }) => fn.coalesce(otherPersonUntil, val(0)))
        .orderBy('taken_at', 'desc')
        .limit(count)
        .execute();
      return rows.map(toReading);
    },
    /** The newest readings, newest first, also those that another person had. */
    async latest(wearerId: number, count = 2): Promise<Reading[]> {
      return (await selectOf(wearerId).orderBy('taken_at', 'desc').limit(count).execute()).map(toReading);
    },
    /** Readings from `from` until before `until`, oldest first. */
    async between(wearerId: number, from: number, until: number): Promise<Reading[]> {
      const rows = await selectOf(wearerId)
        .where('taken_at', '>=', from)
        .where('taken_at', '<', until)
        .orderBy('taken_at')
        .execute();
      return rows.map(toReading);
    },
    /** All readings newer than `since`, oldest first. */
    async since(wearerId: number, since: number): Promise<Reading[]> {
      return (await selectOf(wearerId).where('taken_at', '>', since).orderBy('taken_at').execute()).map(
        toReading,
      );
    },
    /** Removes all readings of the wearer. */
    async remove(wearerId: number): Promise<void> {
      await db.deleteFrom('readings').where('wearer_id', '=', wearerId).execute();
    },
  };
}

async function insert(db: Db, readings: readonly WearersReading[]): Promise<WearersReading[]> {
  const rows = await db
    .insertInto('readings')
    .values(
      readings.map(({ wearerId, takenAt, mgdl, trend }) => ({
        wearer_id: wearerId,
        taken_at: takenAt,
        mgdl,
        trend,
      })),
    )
    .onConflict((conflict) => conflict.columns(['wearer_id', 'taken_at']).doNothing())
    .returning(['wearer_id', 'taken_at', 'mgdl', 'trend'])
    .execute();
  return rows.map((row) => ({ wearerId: row.wearer_id, ...toReading(row) }));
}

const toReading = (row: Omit<ReadingTable, 'wearer_id'>): Reading => ({
  takenAt: row.taken_at,
  mgdl: row.mgdl,
  trend: row.trend,
});
