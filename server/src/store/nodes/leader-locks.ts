import type { Db } from '../db.ts';

/** Leader locks: which node does a task. The lock of a dead node expires. */
export function leaderLockStore(db: Db) {
  return {
    /**
     * Acquires or prolongs a lock until `until`; false while another node holds it. One that is held until after `latest`
     * was written by a clock that was ahead, and holds nobody back.
     */
    async acquire(
      name: string,
      node: string,
      { now, until, latest }: { now: number; until: number; latest: number },
    ): Promise<boolean> {
      const row = await db
        .insertInto('leader_locks')
        .values({ name, held_by: node, held_until: until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ held_by: node, held_until: until })
            .where((leaderLock) =>
              leaderLock.or([
                leaderLock('leader_locks.held_by', '=', node),
                leaderLock('leader_locks.held_until', '<=', now),
                leaderLock('leader_locks.held_until', '>', latest),
              ]),
            ),
        )
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Releases a lock, so that another node can acquire it at once. */
    async release(name: string, node: string): Promise<void> {
      await db.deleteFrom('leader_locks').where('name', '=', name).where('held_by', '=', node).execute();
    },
  };
}
