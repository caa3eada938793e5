import { type Selectable, sql } from 'kysely';
import { type DeviceKey, followersPrefix, type PresenceUpdate } from '../../shared/device-presence.ts';
import { mayHaveLamps } from '../accounts/connection-codes.ts';
import type { Db } from '../db.ts';
import type { DeviceTable } from '../tables.ts';
import { writeGone, writeSeen } from './presence.ts';

/** A lamp or display that has connected with a wearer's code. Times in epoch ms. */
export type Device = {
  id: string;
  kind: string;
  name: string | null;
  muted: boolean;
  firstSeenAt: number;
  lastSeenAt: number;
  liveUntil: number;
  /** The follower with whose own code it connected; null: it was the owner's. */
  accountId: number | null;
};

/** A filter: the devices that connected with this account's code; null: with the owner's. Without it, all of the wearer. */
export type DevicesOf = { accountId: number | null };

/** The most devices that one call of `keepNewest` removes; the next call goes on. */
const MAX_REMOVED = 500;

const toDevice = (row: Selectable<DeviceTable>): Device => ({
  id: row.device_id,
  kind: row.kind,
  name: row.name,
  muted: row.muted === 1,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  liveUntil: row.live_until,
  accountId: row.account_id,
});

/** Devices, by wearer and by the device's own id. */
export function deviceStore(db: Db) {
  /** The wearer's devices. Those of a follower who may not have lamps any more count no longer. */
  const selectDevices = (wearerId: number, of?: DevicesOf) =>
    db.selectFrom('devices').where('wearer_id', '=', wearerId).where(isOf(of)).where(mayHaveDevices);
  return {
    /** Stores updates of any number of wearers, at most one for each device. Skips wearers who are erased. */
    async markSeen(presenceUpdates: readonly PresenceUpdate[]): Promise<void> {
      await writeSeen(db, presenceUpdates);
    },
    /** The node has lost its connections to these devices. Devices that another node holds meanwhile stay live. */
    async markGone(devices: readonly DeviceKey[], by: { node: string; at: number }): Promise<void> {
      await writeGone(db, devices, by);
    },
    /** How many of the wearer's devices are connected. */
    async live(wearerId: number, now: number, of?: DevicesOf): Promise<number> {
      const { count } = await selectDevices(wearerId, of)
        .where('live_until', '>', now)
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** The wearer's devices, the one seen last first. */
    async list(wearerId: number, of?: DevicesOf): Promise<Device[]> {
      const rows = await selectDevices(wearerId, of)
        .selectAll()
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_id')
        .execute();
      return rows.map(toDevice);
    },
    /** False when there is no such device. */
    async change(
      wearerId: number,
      deviceId: string,
      to: { name?: string; muted?: boolean },
      of?: DevicesOf,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('devices')
        .where('wearer_id', '=', wearerId)
        .where('device_id', '=', deviceId)
        .where(isOf(of))
        .set({
          // A statement must set at least one column.
          device_id: deviceId,
          ...(to.name !== undefined && { name: to.name }),
          ...(to.muted !== undefined && { muted: to.muted ? 1 : 0 }),
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Removes a device. False when there is no such device. */
    async remove(wearerId: number, deviceId: string, of?: DevicesOf): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('devices')
        .where('wearer_id', '=', wearerId)
        .where('device_id', '=', deviceId)
        .where(isOf(of))
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    /**
     * Removes all but the `limit` devices of each code that were seen last, so that nobody's devices replace those of
     * somebody else, and of those that are connected `liveLimit`; and the devices of followers who may not have lamps
     * any more.
     */
    async keepNewest(
      wearerId: number,
      { limit, liveLimit, now }: { limit: number; liveLimit: number; now: number },
    ): Promise<void> {
      const old = await db
        .selectFrom(({ selectFrom }) =>
          selectFrom('devices')
            .where('wearer_id', '=', wearerId)
            .select((row) => [
              'device_id',
              'live_until',
              mayHaveDevices.as('may_have_devices'),
              row.fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy('account_id').orderBy('last_seen_at', 'desc'))
                .as('place'),
            ])
            .as('placed'),
        )
        .select('device_id')
        .where((row) =>
          row.or([
            row.and([row('place', '>', limit), row('live_until', '<=', now)]),
            row('place', '>', liveLimit),
            row.not(row.ref('may_have_devices')),
          ]),
        )
        .limit(MAX_REMOVED)
        .execute();
      if (old.length === 0) return;
      const ids = old.map(({ device_id }) => device_id);
      await db
        .deleteFrom('devices')
        .where('wearer_id', '=', wearerId)
        .where('device_id', 'in', ids)
        .execute();
    },
    /**
     * The wearer has a new owner. `to`: the new owner, until now a follower, whose devices become the owner's. `from`: the
     * former owner, where they stay as a follower and keep their devices; null: they leave, and their devices are removed.
     */
    async changeOwner(wearerId: number, account: { from: number | null; to: number }): Promise<void> {
      const { from, to } = account;
      if (from === null) {
        await db.deleteFrom('devices').where('wearer_id', '=', wearerId).where(isOf(theOwner)).execute();
      } else {
        await db
          .updateTable('devices')
          .set({ account_id: from, device_id: sql`${followersPrefix(from)} || device_id` })
          .where('wearer_id', '=', wearerId)
          .where(isOf(theOwner))
          .execute();
      }
      await db
        .updateTable('devices')
        .set({ account_id: null, device_id: sql`substr(device_id, ${followersPrefix(to).length + 1})` })
        .where('wearer_id', '=', wearerId)
        .where(isOf({ accountId: to }))
        .execute();
    },
  };
}

const theOwner: DevicesOf = { accountId: null };

const isOf = (of?: DevicesOf) => {
  if (of === undefined) return sql<boolean>`1 = 1`;
  return of.accountId === null
    ? sql<boolean>`devices.account_id is null`
    : sql<boolean>`devices.account_id = ${of.accountId}`;
};

/** The owner always; a follower while the follow has the right to lamps. */
const mayHaveDevices = sql<boolean>`(devices.account_id is null or exists (select 1 from follows
  where follows.wearer_id = devices.wearer_id and follows.account_id = devices.account_id and ${mayHaveLamps}))`;
