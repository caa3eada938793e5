import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { type Connection, type ConnectionState, toConnection } from './connection-row.ts';

/** A connection to store: its login is verified, and its credentials are encrypted. */
export type NewConnection = ConnectionState & {
  wearerId: number;
  source: string;
  encryptedLogin: string | null;
  encryptedSession: string;
};

/**
 * Which connection to replace, and how. `isSameLogin`: readings come from the same login and person as before;
 * `isOtherPerson`: those until now are another person's.
 */
export type Replacing = { revision: number; isSameLogin: boolean; isOtherPerson?: boolean };

export type EncryptedCredentials = { wearerId: number; login: string | null; session: string | null };

export type ConnectionStore = ReturnType<typeof connectionStore>;

/** Connections to sources: at most one for each wearer. Nodes lease them for polling: see `leases.ts`. */
export function connectionStore(db: Db) {
  const updateOf = (wearerId: number) => db.updateTable('connections').where('wearer_id', '=', wearerId);
  return {
    async find(wearerId: number): Promise<Connection | null> {
      const row = await db
        .selectFrom('connections')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      return row === undefined ? null : toConnection(row);
    },
    /** Those of these wearers, in one query. */
    async ofAll(wearerIds: readonly number[]): Promise<Connection[]> {
      if (wearerIds.length === 0) return [];
      const rows = await db
        .selectFrom('connections')
        .selectAll()
        .where('wearer_id', 'in', wearerIds)
        .execute();
      return rows.map(toConnection);
    },
    /** Stores the wearer's connection, in place of any other. A node that is polling the replaced one loses its lease. */
    async save(connection: NewConnection, now: number): Promise<void> {
      const row = toRow(connection);
      await db
        .insertInto('connections')
        // The time as the first revision, so that a connection that was erased and made again is never taken for the old one.
        .values({ ...row, wearer_id: connection.wearerId, revision: now, created_at: now })
        .onConflict((conflict) =>
          conflict.column('wearer_id').doUpdateSet((expression) => ({
            ...row,
            created_at: now,
            revision: expression('connections.revision', '+', 1),
          })),
        )
        .execute();
    },
    /**
     * Replaces the connection with this revision. False when it was replaced, switched off or erased since it was
     * read; then nothing is stored.
     */
    async replace(
      connection: NewConnection,
      { revision, isSameLogin, isOtherPerson = false }: Replacing,
      now: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await updateOf(connection.wearerId)
        .set((row) => ({
          ...toRow(connection),
          created_at: now,
          revision: revision + 1,
          ...(isSameLogin && { login_since: row.fn.coalesce('login_since', 'created_at') }),
          ...(isOtherPerson && { other_person_until: newestReadingAt(db, connection.wearerId) }),
        }))
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Disconnects and keeps the encrypted credentials, so that connecting again needs no input. */
    async switchOff(wearerId: number, now: number): Promise<void> {
      await updateOf(wearerId)
        .set((expression) => ({
          state: 'off',
          error_code: null,
          since: now,
          failures: 0,
          next_at: null,
          lease_by: null,
          lease_until: 0,
          revision: expression('revision', '+', 1),
        }))
        .execute();
    },
    /** Disconnects and erases login and session at once. Readings stay. */
    async erase(wearerId: number): Promise<void> {
      await db.deleteFrom('connections').where('wearer_id', '=', wearerId).execute();
    },
    /**
     * Stores a renewed session in the connection with this revision. Returns the new revision; null when the
     * connection has changed since then.
     */
    async replaceSession(
      wearerId: number,
      revision: number,
      encryptedSession: string,
    ): Promise<number | null> {
      const row = await updateOf(wearerId)
        .set({ encrypted_session: encryptedSession, revision: revision + 1 })
        .where('revision', '=', revision)
        .returning('revision')
        .executeTakeFirst();
      return row?.revision ?? null;
    },
    /**
     * Replaces a session that is still stored as it was, though the connection has changed. Returns whether it was. Where
     * the connection is not switched off it is due now: a poll with the old session may have ended the polling.
     */
    async replaceSameSession(
      wearerId: number,
      { from, to, now }: { from: string; to: string; now: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await updateOf(wearerId)
        .set((row) => ({
          encrypted_session: to,
          revision: row('revision', '+', 1),
          next_at: row
            .case()
            .when('state', '=', 'off')
            .then(row.ref('next_at'))
            .else(sql<number>`cast(${now} as bigint)`)
            .end(),
        }))
        .where('encrypted_session', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Makes the connection due at `from` if it is due before `to` and its last poll succeeded. Returns whether it is. */
    async pollSooner(
      wearerId: number,
      source: string,
      { from, to }: { from: number; to: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await updateOf(wearerId)
        .set({ next_at: from })
        .where('source', '=', source)
        .where('failures', '=', 0)
        .where('next_at', '>', from)
        .where('next_at', '<=', to)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /**
     * Notes that somebody has asked for a poll of a connection that is due: one that is running may have read before.
     * False where it is not due any more.
     */
    async askAgain(wearerId: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await updateOf(wearerId)
        .set({ next_at: at })
        .where('next_at', '<=', at)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Makes the connection due at `at`, if it would be due later. Returns whether it would. */
    async pollAt(wearerId: number, source: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await updateOf(wearerId)
        .set({ next_at: at })
        .where('source', '=', source)
        .where('next_at', '>', at)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Credentials that do not begin with `prefix`, by wearer id, starting after the wearer `after`. */
    async encryptedWithOtherKeys(
      prefix: string,
      after: number,
      limit: number,
    ): Promise<EncryptedCredentials[]> {
      return db
        .selectFrom('connections')
        .select(['wearer_id as wearerId', 'encrypted_login as login', 'encrypted_session as session'])
        .where('wearer_id', '>', after)
        .where((row) =>
          row.or([
            row('encrypted_login', 'not like', `${prefix}%`),
            row('encrypted_session', 'not like', `${prefix}%`),
          ]),
        )
        .orderBy('wearer_id')
        .limit(limit)
        .execute();
    },
    /** Replaces an encrypted text; false when it has changed meanwhile. */
    async replaceEncrypted(
      wearerId: number,
      what: 'login' | 'session',
      { from, to }: { from: string; to: string },
    ) {
      const column = what === 'login' ? 'encrypted_login' : 'encrypted_session';
      const { numUpdatedRows } = await updateOf(wearerId)
        .set({ [column]: to })
        .where(column, '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

const newestReadingAt = (db: Db, wearerId: number) =>
  db
    .selectFrom('readings')
    .select(({ fn }) => fn.max('taken_at').as('taken_at'))
    .where('wearer_id', '=', wearerId);

function toRow({ source, encryptedLogin, encryptedSession, ...connectionState }: NewConnection) {
  const { state, errorCode, since, failures, nextAt, backfillAt, pollMemory, lastReadingAt } =
    connectionState;
  return {
    source,
    encrypted_login: encryptedLogin,
    encrypted_session: encryptedSession,
    state,
    error_code: errorCode,
    since,
    failures,
    rhythm: pollMemory,
    next_at: nextAt,
    backfill_at: backfillAt,
    last_reading_at: lastReadingAt,
    lease_by: null,
    lease_until: 0,
    login_since: null,
  };
}
