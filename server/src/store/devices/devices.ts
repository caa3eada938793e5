import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { DeviceTable } from '../tables.ts';

/** A lamp or display that has connected with a wearer's code. Times in epoch ms. */
export type Device = {
  id: string;
  kind: string;
  name: string | null;
  muted: boolean;
  firstSeenAt: number;
  lastSeenAt: number;
  liveUntil: number;
};

/** A device was seen. `name` is the device's own name; it never replaces a name that is stored. */
export type PresenceUpdate = {
  wearerId: number;
  deviceId: string;
  kind: string;
  name: string | null;
  at: number;
  liveUntil: number;
  /** The node with its open connection; null for a single request. */
  heldBy: string | null;
};

export type DeviceKey = Pick<PresenceUpdate, 'wearerId' | 'deviceId'>;

/** Rows in a statement: nine values each. */
const ROWS = 500;
/** Devices in a statement with a condition for each: SQLite nests them, and no deeper than 1000. */
const CONDITIONS = 200;

const toDevice = (row: Selectable<DeviceTable>): Device => ({
  id: row.device_id,
  kind: row.kind,
  name: row.name,
  muted: row.muted === 1,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  liveUntil: row.live_until,
});

/** Devices, by wearer and by the device's own id. */
export function deviceStore(db: Db) {
  const updateOf = (wearerId: number, deviceId: string) =>
    db.updateTable('devices').where('wearer_id', '=', wearerId).where('device_id', '=', deviceId);
  return {
    /** Stores updates of any number of wearers, at most one for each device. Skips wearers who are erased. */
    async markSeen(presenceUpdates: readonly PresenceUpdate[]): Promise<void> {
      for (let start = 0; start < presenceUpdates.length; start += ROWS) {
        await upsert(db, presenceUpdates.slice(start, start + ROWS));
      }
    },
    /** The node has lost its connections to these devices. Devices that another node holds meanwhile stay live. */
    async markGone(devices: readonly DeviceKey[], by: { node: string; at: number }): Promise<void> {
      for (let start = 0; start < devices.length; start += CONDITIONS) {
        await release(db, devices.slice(start, start + CONDITIONS), by);
      }
    },
    /** How many of the wearer's devices are connected. */
    async live(wearerId: number, now: number): Promise<number> {
      const { count } = await db
        .selectFrom('devices')
        .where('wearer_id', '=', wearerId)
        .where('live_until', '>', now)
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** The wearer's devices, the one seen last first. */
    async list(wearerId: number): Promise<Device[]> {
      const rows = await db
        .selectFrom('devices')
        .selectAll()
        .where('wearer_id', '=', wearerId)
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
    ): Promise<boolean> {
      const { numUpdatedRows } = await updateOf(wearerId, deviceId)
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
    async remove(wearerId: number, deviceId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('devices')
        .where('wearer_id', '=', wearerId)
        .where('device_id', '=', deviceId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    /** Removes all but the `limit` devices that were seen last. */
    async keepNewest(wearerId: number, limit: number): Promise<void> {
      const old = await db
        .selectFrom('devices')
        .select('device_id')
        .where('wearer_id', '=', wearerId)
        .orderBy('last_seen_at', 'desc')
        .offset(limit)
        .limit(ROWS)
        .execute();
      if (old.length === 0) return;
      const ids = old.map(({ device_id }) => device_id);
      await db
        .deleteFrom('devices')
        .where('wearer_id', '=', wearerId)
        .where('device_id', 'in', ids)
        .execute();
    },
  };
}

async function upsert(db: Db, presenceUpdates: readonly PresenceUpdate[]): Promise<void> {
  const existing = await wearersAmong(db, presenceUpdates);
  const rows = presenceUpdates
    .filter(({ wearerId }) => existing.has(wearerId))
    .map(({ wearerId, deviceId, kind, name, at, liveUntil, heldBy }) => ({
      wearer_id: wearerId,
      device_id: deviceId,
      kind,
      name,
      first_seen_at: at,
      last_seen_at: at,
      live_until: liveUntil,
      held_by: heldBy,
    }));
  if (rows.length === 0) return;
  await db
    .insertInto('devices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['wearer_id', 'device_id']).doUpdateSet((row) => ({
        kind: row.ref('excluded.kind'),
        name: row.fn.coalesce('devices.name', 'excluded.name'),
        last_seen_at: row.ref('excluded.last_seen_at'),
        live_until: row.ref('excluded.live_until'),
        held_by: row.ref('excluded.held_by'),
      })),
    )
    .execute();
}

async function wearersAmong(db: Db, presenceUpdates: readonly PresenceUpdate[]): Promise<Set<number>> {
  const ids = [...new Set(presenceUpdates.map(({ wearerId }) => wearerId))];
  const rows = await db.selectFrom('wearers').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

async function release(
  db: Db,
  devices: readonly DeviceKey[],
  { node, at }: { node: string; at: number },
): Promise<void> {
  await db
    .updateTable('devices')
    .where('held_by', '=', node)
    .where((row) =>
      row.or(
        devices.map(({ wearerId, deviceId }) =>
          row.and([row('wearer_id', '=', wearerId), row('device_id', '=', deviceId)]),
        ),
      ),
    )
    .set({ live_until: at, last_seen_at: at, held_by: null })
    .execute();
}
