import type { Reading } from '@tealight/glucose';
import type { Db } from './db.ts';

export type ReadingTable = { wearer_id: number; taken_at: number; mgdl: number; trend: Reading['trend'] };

export type WearersReading = Reading & { wearerId: number };

/** Rows a statement: four values each, and SQLite takes 32,766 of them. */
const ROWS = 1000;

export type ReadingStore = ReturnType<typeof readingStore>;

/** Readings: each stored once, by wearer and moment (epoch ms). */
export function readingStore(db: Db) {
  const of = (wearerId: number) =>
    db.selectFrom('readings').select(['taken_at', 'mgdl', 'trend']).where('wearer_id', '=', wearerId);
  return {
    /** Stores what is not there yet, of however many wearers, and returns that. A moment that is known stays as it is. */
    async add(readings: readonly WearersReading[]): Promise<WearersReading[]> {
      const added: WearersReading[] = [];
      for (let start = 0; start < readings.length; start += ROWS) {
        added.push(...(await addSome(db, readings.slice(start, start + ROWS))));
      }
      return added;
    },
    /** The newest readings, newest first. */
    async latest(wearerId: number, count = 2): Promise<Reading[]> {
      return (await of(wearerId).orderBy('taken_at', 'desc').limit(count).execute()).map(toReading);
    },
    /** From `from` on and before `until`, oldest first. */
    async between(wearerId: number, from: number, until: number): Promise<Reading[]> {
      const rows = await of(wearerId)
        .where('taken_at', '>=', from)
        .where('taken_at', '<', until)
        .orderBy('taken_at')
        .execute();
      return rows.map(toReading);
    },
    /** Everything newer than `since`, oldest first. */
    async since(wearerId: number, since: number): Promise<Reading[]> {
      return (await of(wearerId).where('taken_at', '>', since).orderBy('taken_at').execute()).map(toReading);
    },
    /** Forgets every reading of the wearer. */
    async remove(wearerId: number): Promise<void> {
      await db.deleteFrom('readings').where('wearer_id', '=', wearerId).execute();
    },
  };
}

async function addSome(db: Db, readings: readonly WearersReading[]): Promise<WearersReading[]> {
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
