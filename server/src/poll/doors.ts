import { createHash } from 'node:crypto';
import type { SourceError, Trouble } from '@tealight/sources';
import { MINUTE, SECOND } from '../times.ts';
import { askedToWaitMs } from './after-trouble.ts';

/** So many wearers in a row without an answer: it is the vendor's address that is away, not their accounts. */
const AWAY = 3;
/** So many wearers in a row asked to slow down: the vendor means this server. */
const BLOCKED = 2;
/** While an address is away, one wearer in so long is asked whether it is back. */
const KNOCK_EVERY_MS = 10 * SECOND;
/** When the vendor does not say how long. */
const BLOCKED_MS = 2 * MINUTE;
/** Those who wait come back over this span: together with the knock, within a minute of the vendor's return. */
const COME_BACK_MS = { least: 15 * SECOND, most: 40 * SECOND };

/** No wearer gets through: some vendors answer with pages, or with nothing readable, when they are down. */
const AWAY_TROUBLES: ReadonlySet<Trouble> = new Set(['unreachable', 'unreadable', 'wrong-address']);

type Shut = {
  away: Set<number>;
  blocked: Set<number>;
  until: number;
  since: Trouble | null;
};

export type Doors = ReturnType<typeof openDoors>;

/** Vendors' addresses as this node has found them, so that one trouble at a vendor is not tried out on all its wearers. */
export function openDoors() {
  const shut = new Map<string, Shut>();
  const at = (door: string): Shut => {
    const known = shut.get(door) ?? { away: new Set(), blocked: new Set(), until: 0, since: null };
    shut.set(door, known);
    return known;
  };
  return {
    /** Null when the wearer may ask there now, else why not; of those who wait, one may go and see. */
    shut(door: string | null, now: number): Shut['since'] {
      const state = door === null ? undefined : shut.get(door);
      if (state === undefined || state.since === null) return null;
      if (now < state.until) return state.since;
      state.until = now + KNOCK_EVERY_MS;
      return null;
    },
    /** When the door is tried again; 0 for one that never was shut. */
    opensAt: (door: string): number => shut.get(door)?.until ?? 0,
    /** When one who was turned away asks again. */
    comeBackAt: (door: string | null, now: number, chance: number): number =>
      Math.max(now, (shut.get(door ?? '')?.until ?? 0) - KNOCK_EVERY_MS) +
      COME_BACK_MS.least +
      chance * (COME_BACK_MS.most - COME_BACK_MS.least),
    /** An answer came. True when the door had been shut. */
    answered(door: string): boolean {
      const was = shut.get(door)?.since ?? null;
      shut.delete(door);
      return was !== null;
    },
    /** The clock was set back: moments that were reckoned by it mean nothing, and every door may be tried. */
    forget: (): void => shut.clear(),
    /** No answer came. True when this shuts the door. */
    failed(door: string, wearerId: number, { error, now }: { error: SourceError; now: number }): boolean {
      const { trouble } = error;
      const isAway = AWAY_TROUBLES.has(trouble);
      if (!isAway && trouble !== 'too-many-calls') return false;
      const state = at(door);
      const [who, enough] = isAway ? [state.away, AWAY] : [state.blocked, BLOCKED];
      if (who.size < enough) who.add(wearerId);
      if (who.size < enough) return false;
      const pauseMs =
        error.retryAfterMs === undefined ? (isAway ? KNOCK_EVERY_MS : BLOCKED_MS) : askedToWaitMs(error);
      const already = state.since !== null;
      state.until = Math.max(state.until, now + pauseMs);
      state.since = trouble;
      return !already;
    },
  };
}

/** A name for an address that does not tell it: a wearer's own site is nobody's business. */
export const doorOf = (host: string): string =>
  createHash('sha256').update(host).digest('base64url').slice(0, 10);
