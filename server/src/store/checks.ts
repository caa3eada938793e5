import type { Db } from './db.ts';

export type CheckStore = ReturnType<typeof checkStore>;

/** The row that is written to see whether the database takes changes: one for all nodes, held by nobody. */
const PROBE = 'health-check';

/** What is asked to know whether Tealight itself is well. */
export function checkStore(db: Db) {
  return {
    /** Writes one small row. Throws when the database takes no changes. */
    async write(now: number): Promise<void> {
      await db
        .insertInto('duties')
        .values({ name: PROBE, held_by: '', held_until: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ held_until: now }))
        .execute();
    },
    /**
     * Whether a connection to one of `sources` has been due since before `since` and no node has taken it. One that
     * failed before may have to wait for others that hang.
     */
    async isUnclaimed(sources: readonly string[], since: number): Promise<boolean> {
      if (sources.length === 0) return false;
      const row = await db
        .selectFrom('connections')
        .select('wearer_id')
        .where('source', 'in', sources)
        .where('next_at', '<', since)
        .where('failures', '=', 0)
        .where('lease_until', '<', since)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The sealed sessions of the newest wearers. */
    async newestSealed(most: number): Promise<{ wearerId: number; text: string }[]> {
      const rows = await db
        .selectFrom('connections')
        .select(['wearer_id', 'sealed_session'])
        .where('sealed_session', 'is not', null)
        .orderBy('wearer_id', 'desc')
        .limit(most)
        .execute();
      return rows.flatMap(({ wearer_id: wearerId, sealed_session: text }) =>
        text === null ? [] : [{ wearerId, text }],
      );
    },
    /** Whether any session begins like this. Looks through all connections when none does. */
    async isSealedWith(prefix: string): Promise<boolean> {
      const row = await db
        .selectFrom('connections')
        .select('wearer_id')
        .where('sealed_session', 'like', `${prefix}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
