import type { ChannelFailure, ChannelKind } from '@tealight/contract';
import { DAY } from '../../shared/time-units.ts';
import { type Db, isAmong, isPostgres } from '../db.ts';
import { messageReasons } from './alarm-tables.ts';
import { deliveryReceiptStore } from './delivery-receipts.ts';
import { type NewDelivery, readDueDeliveries } from './due-deliveries.ts';

/** Deliveries are kept this long, for the page that says what reached whom. */
const KEEP_MS = 3 * DAY;

/** A channel on which an alarm rang. */
export type RungChannel = {
  episodeId: number;
  accountId: number;
  channelId: number;
  kind: ChannelKind;
  isRingOver: boolean;
};

/** Messages about alarms, from the decision until a service has taken them over. */
export function alarmDeliveryStore(db: Db) {
  const update = (id: number) => db.updateTable('alarm_deliveries').where('id', '=', id);
  return {
    /** Adds messages that are due now. The same message on the same channel is there once (ALM-42). */
    async add(deliveries: readonly NewDelivery[], now: number): Promise<void> {
      if (deliveries.length === 0) return;
      await db
        .insertInto('alarm_deliveries')
        .values(
          deliveries.map((one) => ({
            episode_id: one.episodeId,
            place: one.place,
            account_id: one.accountId,
            channel_id: one.channelId,
            what: one.what,
            loudness: one.loudness,
            rank: one.rank,
            not_seen: one.notSeen === null ? null : JSON.stringify(one.notSeen),
            created_at: now,
            expires_at: one.expiresAt,
            next_at: now,
            claimed_by: null,
            tries: 0,
            handed_at: null,
            shown_at: null,
            failure: null,
            receipt: null,
          })),
        )
        .onConflict((conflict) => conflict.columns(['episode_id', 'place', 'channel_id']).doNothing())
        .execute();
    },
    /**
     * The channels on which an alarm rang, or is about to: those where a message must say that it was seen or is over.
     * `isRingOver`: its last ring was shown, or is out of date.
     */
    async rungOf(episodeIds: readonly number[], now: number): Promise<RungChannel[]> {
      if (episodeIds.length === 0) return [];
      const rows = await db
        .selectFrom((from) =>
          from
            .selectFrom('alarm_deliveries')
            .select(({ fn }) => fn.max('id').as('last_id'))
            .where('episode_id', 'in', episodeIds)
            .where('what', '=', 'rings')
            .groupBy(['episode_id', 'channel_id'])
            .having(({ fn }) => fn.max('tries'), '>', 0)
            .as('rung'),
        )
        .innerJoin('alarm_deliveries', 'alarm_deliveries.id', 'last_id')
        .innerJoin('alarm_channels', 'alarm_channels.id', 'channel_id')
        .select(['episode_id', 'alarm_deliveries.account_id', 'channel_id', 'kind', 'shown_at', 'expires_at'])
        .orderBy('alarm_deliveries.id')
        .execute();
      return rows.map((row) => ({
        episodeId: row.episode_id,
        accountId: row.account_id,
        channelId: row.channel_id,
        kind: row.kind,
        isRingOver: row.shown_at !== null || row.expires_at <= now,
      }));
    },
    /**
     * Ends messages of these alarms that wait, or changed texts alone: a newer one says how things are. Those that no one
     * has tried leave no trace. Those with a receipt wait for nothing but an answer: their service still rings, and who
     * acknowledges them has seen the alarm, also where no newer message is sent to that channel.
     */
    async drop(episodeIds: readonly number[], which: 'all' | 'texts' = 'all'): Promise<void> {
      if (episodeIds.length === 0) return;
      const whats = which === 'texts' ? (['text'] as const) : messageReasons;
      await db
        .deleteFrom('alarm_deliveries')
        .where('episode_id', 'in', episodeIds)
        .where('what', 'in', whats)
        .where('next_at', 'is not', null)
        .where('tries', '=', 0)
        .execute();
      await db
        .updateTable('alarm_deliveries')
        .set({ next_at: null })
        .where('episode_id', 'in', episodeIds)
        .where('what', 'in', whats)
        .where('next_at', 'is not', null)
        .where('claimed_by', 'is', null)
        .where('receipt', 'is', null)
        .execute();
    },
    /** Leases due messages to `node`, the worst first. Two nodes never hold the same one. */
    async claim(lease: { node: string; now: number; leaseMs: number; limit: number }): Promise<number[]> {
      const { node, now, leaseMs, limit } = lease;
      const due = db
        .selectFrom('alarm_deliveries')
        .select('id')
        .where('next_at', '<=', now)
        .orderBy('rank')
        .orderBy('created_at')
        .limit(limit);
      const rows = await db
        .updateTable('alarm_deliveries')
        .set((row) => ({ next_at: now + leaseMs, claimed_by: node, tries: row('tries', '+', 1) }))
        .where((row) => isAmong(db, row.ref('id'), isPostgres(db) ? due.forUpdate().skipLocked() : due))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    read: (ids: readonly number[]) => readDueDeliveries(db, ids),
    ...deliveryReceiptStore(db),
    /** The same for many without a receipt. */
    async markAccepted(ids: readonly number[], at: number): Promise<void> {
      await db
        .updateTable('alarm_deliveries')
        .set({ handed_at: at, next_at: null, claimed_by: null, failure: null })
        .where('id', 'in', ids)
        .execute();
    },
    /** `askAt`: when to ask whether somebody has seen the message, by its receipt; null: it has none. */
    async setAccepted(
      id: number,
      { at, receipt, askAt }: { at: number; receipt: string | null; askAt: number | null },
    ): Promise<void> {
      await update(id)
        .set({ handed_at: at, next_at: askAt, claimed_by: null, failure: null, receipt })
        .execute();
    },
    /** Nothing where another node has claimed it meanwhile: that one may have sent it. The same for `givenUp`. */
    async retryAt(id: number, node: string, nextAt: number, failure: ChannelFailure): Promise<void> {
      await update(id)
        .set({ next_at: nextAt, claimed_by: null, failure })
        .where('claimed_by', '=', node)
        .execute();
    },
    async givenUp(id: number, node: string, failure: ChannelFailure): Promise<void> {
      await update(id)
        .set({ next_at: null, claimed_by: null, failure })
        .where('claimed_by', '=', node)
        .execute();
    },
    /** Not tried after all: due again at `nextAt`. */
    async release(id: number, nextAt: number): Promise<void> {
      await update(id)
        .set((row) => ({ next_at: nextAt, claimed_by: null, tries: row('tries', '-', 1) }))
        .execute();
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('alarm_deliveries').where('id', '=', id).execute();
    },
    /** The message that a token of a notification is about, if it is younger than `since`. */
    async find(id: number, since: number) {
      const row = await db
        .selectFrom('alarm_deliveries')
        .innerJoin('alarm_episodes', 'alarm_episodes.id', 'episode_id')
        .select(['episode_id', 'wearer_id', 'account_id', 'channel_id', 'handed_at', 'shown_at'])
        .select('alarm_deliveries.rank')
        .where('alarm_deliveries.id', '=', id)
        .where('created_at', '>', since)
        .executeTakeFirst();
      return row === undefined
        ? null
        : {
            episodeId: row.episode_id,
            wearerId: row.wearer_id,
            accountId: row.account_id,
            channelId: row.channel_id,
            handedAt: row.handed_at,
            shownAt: row.shown_at,
            rank: row.rank,
          };
    },
    /** False when it was shown before. */
    async shown(id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await update(id)
        .set({ shown_at: at })
        .where('shown_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** What became of the rings of these alarms, message by message, the first first. */
    async outcomesOf(episodeIds: readonly number[]) {
      if (episodeIds.length === 0) return [];
      const rows = await db
        .selectFrom('alarm_deliveries')
        .innerJoin('alarm_channels', 'alarm_channels.id', 'channel_id')
        .innerJoin('accounts', 'accounts.id', 'alarm_deliveries.account_id')
        .select(['episode_id', 'channel_id', 'alarm_channels.name', 'first_name'])
        .select(['handed_at', 'shown_at', 'next_at', 'alarm_deliveries.created_at'])
        .where('episode_id', 'in', episodeIds)
        .where('what', '=', 'rings')
        .orderBy('alarm_deliveries.id')
        .execute();
      return rows.map((row) => ({
        episodeId: row.episode_id,
        channelId: row.channel_id,
        channel: row.name,
        recipient: row.first_name,
        createdAt: row.created_at,
        handedAt: row.handed_at,
        shownAt: row.shown_at,
        isWaiting: row.next_at !== null,
      }));
    },
    /** Makes messages due now whose time is later than `latest`: a clock that was ahead has set it. */
    async resetFutureTimes({ now, latest }: { now: number; latest: number }): Promise<void> {
      await db.updateTable('alarm_deliveries').set({ next_at: now }).where('next_at', '>', latest).execute();
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('alarm_deliveries')
        .where('created_at', '<=', now - KEEP_MS)
        .execute();
    },
  };
}
