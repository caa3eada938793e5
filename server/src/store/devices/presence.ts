import type { DeviceKey, PresenceUpdate } from '../../shared/device-presence.ts';
import type { Db } from '../db.ts';

/** Rows in a statement: ten values each. */
const ROWS = 500;
/** Devices in a statement with a condition for each: SQLite nests them, and no deeper than 1000. */
const CONDITIONS = 200;

/** Stores updates of any number of wearers, at most one for each device. Skips wearers who are erased. */
export async function writeSeen(db: Db, presenceUpdates: readonly PresenceUpdate[]): Promise<void> {
  for (let start = 0; start < presenceUpdates.length; start += ROWS) {
    await upsert(db, presenceUpdates.slice(start, start + ROWS));
  }
}

/** The node has lost its connections to these devices. Devices that another node holds meanwhile stay live. */
export async function writeGone(
  db: Db,
  devices: readonly DeviceKey[],
  by: { node: string; at: number },
): Promise<void> {
  for (let start = 0; start < devices.length; start += CONDITIONS) {
    await release(db, devices.slice(start, start + CONDITIONS), by);
  }
}

async function upsert(db: Db, presenceUpdates: readonly PresenceUpdate[]): Promise<void> {
  const existing = await wearersAmong(db, presenceUpdates);
  const rows = presenceUpdates
    .filter(({ wearerId }) => existing.has(wearerId))
    .map(({ wearerId, deviceId, kind, name, at, liveUntil, heldBy, accountId }) => ({
      wearer_id: wearerId,
      device_id: deviceId,
      kind,
      name,
      first_seen_at: at,
      last_seen_at: at,
      live_until: liveUntil,
      held_by: heldBy,
      account_id: accountId,
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
        account_id: row.ref('excluded.account_id'),
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
