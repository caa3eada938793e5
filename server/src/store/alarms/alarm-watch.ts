import { sql } from 'kysely';
import { type Db, isAmong, isPostgres } from '../db.ts';

/** A wearer whose alarms this node may evaluate until `leaseEnd` (epoch ms). */
export type ClaimedWatch = { wearerId: number; state: string | null; leaseEnd: number };

/** What an evaluation has decided. `nextAt` in epoch ms; null: only a new reading can change anything. */
export type Evaluated = { state: string; nextAt: number | null };

/** Which wearers' alarms are to be evaluated when. A wearer with alarms on has a row. */
export function alarmWatchStore(db: Db) {
  return {
    /** Begins to watch a wearer, who is due at once; or makes one due who is watched already. */
    async start(wearerId: number): Promise<void> {
      await db
        .insertInto('alarm_watch')
        .values({ wearer_id: wearerId, next_at: 0, claimed_by: null, state: null })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet({ next_at: 0 }))
        .execute();
    },
    async stop(wearerId: number): Promise<void> {
      await db.deleteFrom('alarm_watch').where('wearer_id', '=', wearerId).execute();
    },
    /** Makes those wearers due who are watched. Called in the transaction that stores what the alarms depend on. */
    async makeDue(wearerIds: readonly number[]): Promise<void> {
      if (wearerIds.length === 0) return;
      const watched = db
        .selectFrom('alarm_watch')
        .select('wearer_id')
        .where('wearer_id', 'in', wearerIds)
        .orderBy('wearer_id');
      await db
        .updateTable('alarm_watch')
        .set({ next_at: 0 })
        // In the order of ids, as evaluations are stored, so that the two never wait for each other.
        .where((row) => isAmong(db, row.ref('wearer_id'), isPostgres(db) ? watched.forUpdate() : watched))
        .execute();
    },
    /**
     * Leases due wearers to `node`, the longest due first. Two nodes never hold the same one. The lease is the time of
     * the next evaluation, so that a wearer whose node has died is due when the lease ends.
     */
    async claim({
      node,
      now,
      leaseMs,
      limit,
    }: {
      node: string;
      now: number;
      leaseMs: number;
      limit: number;
    }): Promise<ClaimedWatch[]> {
      const due = db
        .selectFrom('alarm_watch')
        .select('wearer_id')
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(limit);
      const leaseEnd = now + leaseMs;
      const rows = await db
        .updateTable('alarm_watch')
        .set({ next_at: leaseEnd, claimed_by: node })
        .where((row) =>
          isAmong(db, row.ref('wearer_id'), isPostgres(db) ? due.forUpdate().skipLocked() : due),
        )
        .returning(['wearer_id', 'state'])
        .execute();
      return rows.map(({ wearer_id, state }) => ({ wearerId: wearer_id, state, leaseEnd }));
    },
    /**
     * Stores what was decided, unless another node has claimed the wearer since: false. A wearer who became due
     * meanwhile stays due.
     */
    async finish(
      node: string,
      { wearerId, leaseEnd }: ClaimedWatch,
      { state, nextAt }: Evaluated,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('alarm_watch')
        .set({
          state,
          claimed_by: null,
          next_at: sql<
            number | null
          >`case next_at when ${leaseEnd} then ${sql`cast(${nextAt} as bigint)`} else next_at end`,
        })
        .where('wearer_id', '=', wearerId)
        .where('claimed_by', '=', node)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Makes wearers due now whose time is later than `latest`: a clock that was ahead has set it. */
    async resetFutureTimes({ now, latest }: { now: number; latest: number }): Promise<void> {
      const late = db
        .selectFrom('alarm_watch')
        .select('wearer_id')
        .where('next_at', '>', latest)
        .orderBy('wearer_id');
      await db
        .updateTable('alarm_watch')
        .set({ next_at: now })
        // In the order of ids, as above.
        .where((row) => isAmong(db, row.ref('wearer_id'), isPostgres(db) ? late.forUpdate() : late))
        .execute();
    },
  };
}
