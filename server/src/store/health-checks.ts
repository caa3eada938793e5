import type { Db } from './db.ts';

/** The row that is written to check whether the database accepts changes: one for all nodes, held by none. */
const PROBE = 'health-check';

/** Queries of the health checks. */
export function checkStore(db: Db) {
  return {
    /** Writes one small row. Throws when the database does not accept changes. */
    async write(now: number): Promise<void> {
      await db
        .insertInto('leader_locks')
        .values({ name: PROBE, held_by: '', held_until: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ held_until: now }))
        .execute();
    },
    /**
     * Whether a connection to one of `sources` has been due since before `since` and no node has leased it. Failed
     * connections do not count: they may wait for others that hang.
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
    /** The encrypted sessions of the newest wearers. */
    async newestEncrypted(limit: number): Promise<{ wearerId: number; text: string }[]> {
      const rows = await db
        .selectFrom('connections')
        .select(['wearer_id', 'encrypted_session'])
        .where('encrypted_session', 'is not', null)
        .orderBy('wearer_id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ wearer_id: wearerId, encrypted_session: text }) =>
        text === null ? [] : [{ wearerId, text }],
      );
    },
    /** Whether any encrypted session begins with `prefix`. Reads all connections when none does. */
    async isEncryptedWith(prefix: string): Promise<boolean> {
      const row = await db
        .selectFrom('connections')
        .select('wearer_id')
        .where('encrypted_session', 'like', `${prefix}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
