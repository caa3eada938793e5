import { type Connection, type LinkState, type Standing, toConnection } from './connection-row.ts';
import type { Db } from './db.ts';

/** A connection as it is made: verified, sealed, due. */
export type NewConnection = Standing & {
  wearerId: number;
  source: string;
  sealedLogin: string | null;
  sealedSession: string;
};

export type SealedTexts = { wearerId: number; login: string | null; session: string | null };

export type ConnectionStore = ReturnType<typeof connectionStore>;

/** Connections: at most one a wearer. Polling them is leased: see `leases.ts`. */
export function connectionStore(db: Db) {
  const of = (wearerId: number) => db.updateTable('connections').where('wearer_id', '=', wearerId);
  return {
    async find(wearerId: number): Promise<Connection | null> {
      const row = await db
        .selectFrom('connections')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      return row === undefined ? null : toConnection(row);
    },
    /** Connects, or replaces what was connected: whoever is asking the replaced one loses its lease. */
    async save(connection: NewConnection, now: number): Promise<void> {
      const row = toRow(connection);
      await db
        .insertInto('connections')
        // The time as the first revision: one that was erased and made anew is never taken for its predecessor.
        .values({ ...row, wearer_id: connection.wearerId, revision: now, created_at: now })
        .onConflict((conflict) =>
          conflict.column('wearer_id').doUpdateSet((given) => ({
            ...row,
            created_at: now,
            revision: given('connections.revision', '+', 1),
          })),
        )
        .execute();
    },
    /**
     * The same, but only while the connection is the one of `revision`: false when it was replaced, switched off or
     * erased since it was read, and then nothing is saved.
     */
    async replace(connection: NewConnection, revision: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await of(connection.wearerId)
        .set({ ...toRow(connection), created_at: now, revision: revision + 1 })
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Disconnects and keeps the sealed login, so that connecting again needs no typing. */
    async switchOff(wearerId: number, now: number): Promise<void> {
      await of(wearerId)
        .set((given) => ({
          ...{ state: 'off', trouble: null, since: now, failures: 0, next_at: null },
          ...{ lease_by: null, lease_until: 0, revision: given('revision', '+', 1) },
        }))
        .execute();
    },
    /** Disconnects and erases login and session at once. Readings stay. */
    async erase(wearerId: number): Promise<void> {
      await db.deleteFrom('connections').where('wearer_id', '=', wearerId).execute();
    },
    /**
     * Keeps a renewed session, unless the connection has changed since `revision`. Returns the new revision, or
     * null when it has.
     */
    async keepSession(wearerId: number, revision: number, sealedSession: string): Promise<number | null> {
      const row = await of(wearerId)
        .set({ sealed_session: sealedSession, revision: revision + 1 })
        .where('revision', '=', revision)
        .returning('revision')
        .executeTakeFirst();
      return row?.revision ?? null;
    },
    /** What is due at `source` between these moments is due now, unless it is in trouble. Whether there is such a one. */
    async hurry(
      wearerId: number,
      source: string,
      { from, to }: { from: number; to: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await of(wearerId)
        .set({ next_at: from })
        .where('source', '=', source)
        .where('failures', '=', 0)
        .where('next_at', '>', from)
        .where('next_at', '<=', to)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** How many connections there are, by how they stand. */
    async count(): Promise<Partial<Record<LinkState, number>>> {
      const rows = await db
        .selectFrom('connections')
        .select(({ fn }) => ['state', fn.countAll<number | string>().as('count')])
        .groupBy('state')
        .execute();
      return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
    },
    /** Connections whose login or session does not begin with `prefix`, by wearer, from the one after `after`. */
    async sealedOtherwise(prefix: string, after: number, most: number): Promise<SealedTexts[]> {
      return db
        .selectFrom('connections')
        .select(['wearer_id as wearerId', 'sealed_login as login', 'sealed_session as session'])
        .where('wearer_id', '>', after)
        .where((row) =>
          row.or([
            row('sealed_login', 'not like', `${prefix}%`),
            row('sealed_session', 'not like', `${prefix}%`),
          ]),
        )
        .orderBy('wearer_id')
        .limit(most)
        .execute();
    },
    /** Puts the same text, sealed anew, in the place of the old one; false when it has changed meanwhile. */
    async replaceSealed(
      wearerId: number,
      what: 'login' | 'session',
      { old, anew }: { old: string; anew: string },
    ) {
      const column = what === 'login' ? 'sealed_login' : 'sealed_session';
      const { numUpdatedRows } = await of(wearerId)
        .set({ [column]: anew })
        .where(column, '=', old)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function toRow({ source, sealedLogin, sealedSession, ...standing }: NewConnection) {
  const { state, trouble, since, failures, nextAt, fillAt, rhythm, lastReadingAt } = standing;
  return {
    ...{
      source,
      sealed_login: sealedLogin,
      sealed_session: sealedSession,
      state,
      trouble,
      since,
      failures,
      rhythm,
    },
    ...{ next_at: nextAt, fill_at: fillAt, last_reading_at: lastReadingAt, lease_by: null, lease_until: 0 },
  };
}
