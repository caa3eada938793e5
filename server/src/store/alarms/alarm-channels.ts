import type { ChannelFailure, ChannelKind } from '@tealight/contract';
import type { Selectable } from 'kysely';
import { type Db, isAmong, isPostgres } from '../db.ts';
import type { AlarmTables } from './alarm-tables.ts';

/** A way in which alarms reach an account. Times in epoch ms. */
export type StoredChannel = {
  id: number;
  accountId: number;
  kind: ChannelKind;
  name: string;
  hidesValues: boolean;
  /** Encrypted. */
  address: string;
  fingerprint: string | null;
  createdAt: number;
  reachedAt: number | null;
  shownAfterMs: number | null;
  failedAt: number | null;
  failure: ChannelFailure | null;
};

export type NewChannel = Pick<
  StoredChannel,
  'accountId' | 'kind' | 'name' | 'hidesValues' | 'address' | 'fingerprint'
> & { addressHash: string };

/** The channels of accounts. */
export function alarmChannelStore(db: Db) {
  const update = (id: number) => db.updateTable('alarm_channels').where('id', '=', id);
  const ofAccount = (accountId: number) =>
    db.selectFrom('alarm_channels').selectAll().where('account_id', '=', accountId);
  const first = async (query: ReturnType<typeof ofAccount>): Promise<StoredChannel | null> => {
    const row = await query.executeTakeFirst();
    return row === undefined ? null : toChannel(row);
  };
  return {
    /** The first to be added first. */
    async of(accountIds: readonly number[]): Promise<StoredChannel[]> {
      if (accountIds.length === 0) return [];
      const rows = await db
        .selectFrom('alarm_channels')
        .selectAll()
        .where('account_id', 'in', accountIds)
        .orderBy('id')
        .execute();
      return rows.map(toChannel);
    },
    find: async (accountId: number, id: number): Promise<StoredChannel | null> =>
      first(ofAccount(accountId).where('id', '=', id)),
    byHash: async (accountId: number, addressHash: string): Promise<StoredChannel | null> =>
      first(ofAccount(accountId).where('address_hash', '=', addressHash)),
    /** Adds a channel, or changes the one with the same address. Returns its id. */
    async save(channel: NewChannel, now: number): Promise<number> {
      const { accountId, kind, name, hidesValues, address, addressHash, fingerprint } = channel;
      const changed = { name, hides_values: Number(hidesValues), address, failed_at: null, failure: null };
      const { id } = await db
        .insertInto('alarm_channels')
        .values({
          account_id: accountId,
          kind,
          ...changed,
          address_hash: addressHash,
          fingerprint,
          created_at: now,
          reached_at: null,
          shown_after_ms: null,
          warned_at: null,
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'address_hash']).doUpdateSet(changed))
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** What is not named stays as it is. */
    async change(id: number, change: { name?: string; hidesValues?: boolean }): Promise<void> {
      const { name, hidesValues } = change;
      if (name === undefined && hidesValues === undefined) return;
      await update(id)
        .set({
          ...(name !== undefined && { name }),
          ...(hidesValues !== undefined && { hides_values: Number(hidesValues) }),
        })
        .execute();
    },
    async changeAddress(id: number, address: string): Promise<void> {
      await update(id).set({ address }).execute();
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('alarm_channels').where('id', '=', id).execute();
    },
    /** A browser belongs to who uses it now: another account's subscription of the same browser ends. */
    async removeOthers(accountId: number, addressHash: string): Promise<void> {
      await db
        .deleteFrom('alarm_channels')
        .where('address_hash', '=', addressHash)
        .where('account_id', '!=', accountId)
        .where('kind', '=', 'web-push')
        .execute();
    },
    /** A message has reached it. `shownAfterMs`: since it was handed over, for a browser. */
    async reached(id: number, at: number, shownAfterMs: number | null): Promise<void> {
      await update(id).set({ reached_at: at, shown_after_ms: shownAfterMs, warned_at: null }).execute();
    },
    /** Services of these have accepted a message. */
    async markReached(ids: readonly number[], at: number): Promise<void> {
      const reached = db.selectFrom('alarm_channels').select('id').where('id', 'in', ids).orderBy('id');
      await db
        .updateTable('alarm_channels')
        .set({ reached_at: at, warned_at: null })
        // In the order of ids, so that two nodes never wait for each other.
        .where((row) => isAmong(db, row.ref('id'), isPostgres(db) ? reached.forUpdate() : reached))
        .execute();
    },
    async failed(id: number, at: number, failure: ChannelFailure): Promise<void> {
      await update(id).set({ failed_at: at, failure }).execute();
    },
    /** Accounts whom alarms that are on concern, and whose channels no message has reached since; not those that got an email about it after the last one. */
    async silentSince(since: number): Promise<number[]> {
      const rows = await db
        .selectFrom('alarm_channels')
        .select('account_id')
        .where(({ exists, or, selectFrom }) =>
          or([
            exists(
              selectFrom('wearers')
                .innerJoin('alarm_settings', 'alarm_settings.wearer_id', 'wearers.id')
                .select('wearers.id')
                .whereRef('wearers.account_id', '=', 'alarm_channels.account_id')
                .where('is_on', '=', 1),
            ),
            exists(
              selectFrom('follows')
                .innerJoin('alarm_settings', 'alarm_settings.wearer_id', 'follows.wearer_id')
                .select('follows.id')
                .whereRef('follows.account_id', '=', 'alarm_channels.account_id')
                .where('is_on', '=', 1),
            ),
          ]),
        )
        .groupBy('account_id')
        .having(({ fn, eb, and }) =>
          and([
            eb(fn.max(fn.coalesce('reached_at', 'alarm_channels.created_at')), '<', since),
            eb(
              fn.max(fn.coalesce('warned_at', eb.lit(0))),
              '<=',
              fn.max(fn.coalesce('reached_at', eb.lit(0))),
            ),
          ]),
        )
        .execute();
      return rows.map(({ account_id }) => account_id);
    },
    /** Notes that an account got an email that its channels are silent. False when it had got it before. */
    async markWarned(accountId: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('alarm_channels')
        .set({ warned_at: at })
        .where('account_id', '=', accountId)
        .where('warned_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Those that another key than the one of `prefix` has encrypted, with ids larger than `after`. */
    async encryptedWithOtherKeys(prefix: string, after: number, limit: number): Promise<StoredChannel[]> {
      const rows = await db
        .selectFrom('alarm_channels')
        .selectAll()
        .where('id', '>', after)
        .where('address', 'not like', `${prefix}%`)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toChannel);
    },
    /** Replaces an encrypted address; false when it has changed meanwhile. */
    async replaceEncrypted(id: number, { from, to }: { from: string; to: string }): Promise<boolean> {
      const { numUpdatedRows } = await update(id)
        .set({ address: to })
        .where('address', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

const toChannel = (row: Selectable<AlarmTables['alarm_channels']>): StoredChannel => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  name: row.name,
  hidesValues: row.hides_values === 1,
  address: row.address,
  fingerprint: row.fingerprint,
  createdAt: row.created_at,
  reachedAt: row.reached_at,
  shownAfterMs: row.shown_after_ms,
  failedAt: row.failed_at,
  failure: row.failure,
});
