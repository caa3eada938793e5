import { lruCache } from '../shared/lru-cache.ts';
import { SECOND } from '../shared/time-units.ts';
import type { DeviceIdentity } from './device-identity.ts';
import { keyOf, openPresenceUpdates, type PresenceUpdatesDependencies } from './presence-updates.ts';

/** A device counts as connected for this long after its last activity; a device that polls, after its next poll was due. */
export const LIVE_MS = 90 * SECOND;
/** Open connections are written again this often, so that other nodes see a dead node's as disconnected after `LIVE_MS`. */
const NOTE_EVERY_MS = 30 * SECOND;
const LOOK_EVERY_MS = 3 * SECOND;
/** A request that extends the time by less is not written. */
const MOVE_MS = 30 * SECOND;
/** Cached devices that poll, so that not every request causes a write. */
const MAX_POLLING = 50_000;

/** Limits a count to the devices with this account's code; null: with the owner's. */
export type DevicesOf = { accountId: number | null };

export type PresenceDependencies = PresenceUpdatesDependencies & {
  store: { live(wearerId: number, now: number, of?: DevicesOf): Promise<number> };
};

export type Presence = AsyncDisposable & {
  /** A connection to the device was opened. */
  connect(identity: DeviceIdentity): void;
  /** A connection to the device has ended. */
  disconnect(identity: DeviceIdentity): void;
  /** The device polled and may wait until `nextAt` (epoch ms). */
  notePoll(identity: DeviceIdentity, nextAt: number): void;
  /** The kinds of the devices that are connected to this node. */
  connectedKinds(): Iterable<string>;
  /** How many of the wearer's devices are connected, on any node. */
  live(wearerId: number, of?: DevicesOf): Promise<number>;
};

/** Which devices are connected: kept in memory for this node, and written in batches for all. */
export function openPresence(dependencies: PresenceDependencies): Presence {
  const { store, node, now } = dependencies;
  const presenceUpdates = openPresenceUpdates(dependencies);
  const held = new Map<string, { identity: DeviceIdentity; connections: number; notedAt: number }>();
  const polling = lruCache<string, number>({ limit: MAX_POLLING });

  const note = (
    { wearerId, deviceId, kind, name, accountId }: DeviceIdentity,
    liveUntil: number,
    heldBy: string | null,
  ) => presenceUpdates.note({ wearerId, deviceId, kind, name, at: now(), liveUntil, heldBy, accountId });
  const look = setInterval(() => {
    const before = now() - NOTE_EVERY_MS;
    for (const one of held.values()) {
      if (one.notedAt > before) continue;
      one.notedAt = now();
      note(one.identity, now() + LIVE_MS, node);
    }
  }, LOOK_EVERY_MS).unref();

  return {
    connect(identity) {
      const one = held.get(keyOf(identity)) ?? { identity, connections: 0, notedAt: now() };
      one.connections += 1;
      held.set(keyOf(identity), one);
      if (one.connections > 1) return;
      note(identity, now() + LIVE_MS, node);
      presenceUpdates.notify(identity.wearerId);
    },
    disconnect(identity) {
      const one = held.get(keyOf(identity));
      if (one === undefined) return;
      one.connections -= 1;
      if (one.connections > 0) return;
      held.delete(keyOf(identity));
      presenceUpdates.noteGone(identity);
      presenceUpdates.notify(identity.wearerId);
    },
    notePoll(identity, nextAt) {
      const key = keyOf(identity);
      const liveUntil = Math.max(nextAt, now()) + LIVE_MS;
      const known = polling.get(key) ?? 0;
      if (held.has(key) || known > liveUntil - MOVE_MS) return;
      polling.set(key, liveUntil);
      note(identity, liveUntil, null);
      if (known <= now()) presenceUpdates.notify(identity.wearerId);
    },
    connectedKinds: () => [...held.values()].map(({ identity }) => identity.kind),
    async live(wearerId, of) {
      await presenceUpdates.whenWritten(wearerId);
      return store.live(wearerId, now(), of);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(look);
      for (const { identity } of held.values()) presenceUpdates.noteGone(identity);
      held.clear();
      await presenceUpdates.whenWritten();
    },
  };
}
