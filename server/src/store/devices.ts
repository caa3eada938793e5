import type { Generated, Selectable } from 'kysely';
import type { Db } from './db.ts';

export type DeviceTable = {
  wearer_id: number;
  /** What the device calls itself, the same every time it comes. */
  device_id: string;
  kind: string;
  name: string | null;
  muted: Generated<number>;
  first_seen_at: number;
  last_seen_at: number;
  /** It counts as connected until then. */
  live_until: number;
  /** The node that holds its open connection. */
  held_by: string | null;
};

/** Something that glows or shows, as it came with a wearer's code. Times in epoch ms. */
export type Device = {
  id: string;
  kind: string;
  name: string | null;
  muted: boolean;
  firstSeenAt: number;
  lastSeenAt: number;
  liveUntil: number;
};

/** One look at a device. `name` is what it calls itself; it never replaces a name that it has. */
export type Sighting = {
  wearerId: number;
  deviceId: string;
  kind: string;
  name: string | null;
  at: number;
  liveUntil: number;
  /** The node that holds its open connection; null for one that only came by. */
  heldBy: string | null;
};

export type Leaving = Pick<Sighting, 'wearerId' | 'deviceId'>;

/** Rows a statement: nine values each. */
const ROWS = 500;
/** Devices a statement when each is named in a condition: SQLite nests them, and no deeper than 1000. */
const LEAVING = 200;

const toDevice = (row: Selectable<DeviceTable>): Device => ({
  id: row.device_id,
  kind: row.kind,
  name: row.name,
  muted: row.muted === 1,
  firstSeenAt: row.first_seen_at,
  lastSeenAt: row.last_seen_at,
  liveUntil: row.live_until,
});

export type DeviceStore = ReturnType<typeof deviceStore>;

/** Devices, by wearer and by what they call themselves. */
export function deviceStore(db: Db) {
  const one = (wearerId: number, deviceId: string) =>
    db.updateTable('devices').where('wearer_id', '=', wearerId).where('device_id', '=', deviceId);
  return {
    /** Notes sightings of however many wearers, each device at most once. Those of a wearer who is gone are passed over. */
    async seen(sightings: readonly Sighting[]): Promise<void> {
      for (let start = 0; start < sightings.length; start += ROWS) {
        await note(db, sightings.slice(start, start + ROWS));
      }
    },
    /** The node has lost its connections to these devices; those that another node holds by now stay live. */
    async gone(leaving: readonly Leaving[], by: { node: string; at: number }): Promise<void> {
      for (let start = 0; start < leaving.length; start += LEAVING) {
        await release(db, leaving.slice(start, start + LEAVING), by);
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
      const { numUpdatedRows } = await one(wearerId, deviceId)
        .set({
          // Named again even when nothing is asked for: a statement must set something.
          device_id: deviceId,
          ...(to.name !== undefined && { name: to.name }),
          ...(to.muted !== undefined && { muted: to.muted ? 1 : 0 }),
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Forgets a device. False when there is no such one. */
    async remove(wearerId: number, deviceId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('devices')
        .where('wearer_id', '=', wearerId)
        .where('device_id', '=', deviceId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    /** Forgets all but the `most` devices that were seen last. */
    async keepNewest(wearerId: number, most: number): Promise<void> {
      const old = await db
        .selectFrom('devices')
        .select('device_id')
        .where('wearer_id', '=', wearerId)
        .orderBy('last_seen_at', 'desc')
        .offset(most)
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

async function note(db: Db, sightings: readonly Sighting[]): Promise<void> {
  const present = await wearersAmong(db, sightings);
  const rows = sightings
    .filter(({ wearerId }) => present.has(wearerId))
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

async function wearersAmong(db: Db, sightings: readonly Sighting[]): Promise<Set<number>> {
  const ids = [...new Set(sightings.map(({ wearerId }) => wearerId))];
  const rows = await db.selectFrom('wearers').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

async function release(
  db: Db,
  leaving: readonly Leaving[],
  { node, at }: { node: string; at: number },
): Promise<void> {
  await db
    .updateTable('devices')
    .where('held_by', '=', node)
    .where((row) =>
      row.or(
        leaving.map(({ wearerId, deviceId }) =>
          row.and([row('wearer_id', '=', wearerId), row('device_id', '=', deviceId)]),
        ),
      ),
    )
    .set({ live_until: at, last_seen_at: at, held_by: null })
    .execute();
}
