import { SECOND } from '../times.ts';
import { keyOf, openSightings, type SightingParts } from './sightings.ts';
import type { Visitor } from './visitor.ts';

/** A device counts as connected this long after it was seen last; one that polls, after it was due to come again. */
export const LIVE_MS = 90 * SECOND;
/** Open connections are noted anew this often, so that another node takes a dead one's for gone after `LIVE_MS`. */
const NOTE_EVERY_MS = 30 * SECOND;
const LOOK_EVERY_MS = 3 * SECOND;
/** A visit that moves the end by less is not worth a write. */
const MOVE_MS = 30 * SECOND;
/** Devices that poll, remembered so as not to write each of their visits. */
const MOST_POLLING = 50_000;

export type PresenceParts = SightingParts & {
  store: { live(wearerId: number, now: number): Promise<number> };
};

export type Presence = AsyncDisposable & {
  /** A connection to the device is open. */
  came(visitor: Visitor): void;
  /** A connection to the device has ended. */
  left(visitor: Visitor): void;
  /** The device came by and may stay away until `nextAt` (epoch ms). */
  passed(visitor: Visitor, nextAt: number): void;
  /** How many of the wearer's devices are connected, on any node. */
  live(wearerId: number): Promise<number>;
};

/** Who is connected: kept here for this node, and written in batches for all. */
export function openPresence(parts: PresenceParts): Presence {
  const { store, node, now } = parts;
  const sightings = openSightings(parts);
  const held = new Map<string, { visitor: Visitor; lines: number; notedAt: number }>();
  const polling = new Map<string, number>();

  const note = ({ wearerId, deviceId, kind, name }: Visitor, liveUntil: number, heldBy: string | null) =>
    sightings.note({ wearerId, deviceId, kind, name, at: now(), liveUntil, heldBy });
  const look = setInterval(() => {
    const before = now() - NOTE_EVERY_MS;
    for (const one of held.values()) {
      if (one.notedAt > before) continue;
      one.notedAt = now();
      note(one.visitor, now() + LIVE_MS, node);
    }
  }, LOOK_EVERY_MS).unref();

  return {
    came(visitor) {
      const one = held.get(keyOf(visitor)) ?? { visitor, lines: 0, notedAt: now() };
      one.lines += 1;
      held.set(keyOf(visitor), one);
      if (one.lines > 1) return;
      note(visitor, now() + LIVE_MS, node);
      sightings.tell(visitor.wearerId);
    },
    left(visitor) {
      const one = held.get(keyOf(visitor));
      if (one === undefined) return;
      one.lines -= 1;
      if (one.lines > 0) return;
      held.delete(keyOf(visitor));
      sightings.leave(visitor);
      sightings.tell(visitor.wearerId);
    },
    passed(visitor, nextAt) {
      const key = keyOf(visitor);
      const liveUntil = Math.max(nextAt, now()) + LIVE_MS;
      const known = polling.get(key) ?? 0;
      if (held.has(key) || known > liveUntil - MOVE_MS) return;
      polling.delete(key);
      polling.set(key, liveUntil);
      const [oldest] = polling.keys();
      if (polling.size > MOST_POLLING && oldest !== undefined) polling.delete(oldest);
      note(visitor, liveUntil, null);
      if (known <= now()) sightings.tell(visitor.wearerId);
    },
    async live(wearerId) {
      await sightings.written(wearerId);
      return store.live(wearerId, now());
    },
    async [Symbol.asyncDispose]() {
      clearInterval(look);
      for (const { visitor } of held.values()) sightings.leave(visitor);
      held.clear();
      await sightings.written();
    },
  };
}
