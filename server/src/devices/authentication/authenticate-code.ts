import { setTimeout as pause } from 'node:timers/promises';
import { normalCode } from '@tealight/contract';
import { lruCache } from '../../shared/lru-cache.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { CodeThrottle } from './code-throttle.ts';

/** The wearer of the code, or why it was rejected. */
export type Opened =
  | { wearerId: number; code: string }
  | { refused: 'wrong-code' }
  | { refused: 'slow-down'; waitMs: number };

export type CodeAuthentication = {
  /** Authenticates a code as it was typed or sent, from a network. */
  open(typed: string, network: string): Promise<Opened>;
  /** The wearer's code may have changed: invalidates what is cached, and lookups that are running. */
  invalidate(wearerId: number): void;
};

export type CodeAuthenticationDependencies = {
  /** The wearer of this code, given in normalized form or as its SHA-1 in lower-case hexadecimal. */
  find(key: string): Promise<{ id: number; code: string } | null>;
  guesses: CodeThrottle;
  now: () => number;
  /** A rejection takes at least this long, so that its duration reveals nothing. */
  refuseMs?: number;
};

/** A code is cached this long; a replaced one is rejected after it even if the notification was lost. */
const REMEMBER_MS = SECOND;
const MOST = 20_000;
const REFUSE_MS = 200;

/** Checks connection codes for every protocol. */
export function openCodeAuthentication({
  find,
  guesses,
  now,
  refuseMs = REFUSE_MS,
}: CodeAuthenticationDependencies): CodeAuthentication {
  const remembered = lruCache<string, { wearerId: number; code: string; until: number }>({
    limit: MOST,
    onEvict: ({ wearerId }) => forget(wearerId),
  });
  const keysOf = new Map<number, Set<string>>();
  const invalidatedMeanwhile = new Set<Set<number>>();

  /** A code that is replaced while it is looked up is looked up again. */
  const lookUp = async (key: string): Promise<{ wearerId: number; code: string } | null> => {
    const invalidated = new Set<number>();
    invalidatedMeanwhile.add(invalidated);
    try {
      const found = await find(key);
      if (found === null) return null;
      if (invalidated.has(found.id)) return await lookUp(key);
      remember(key, { wearerId: found.id, code: found.code, until: now() + REMEMBER_MS });
      return { wearerId: found.id, code: found.code };
    } finally {
      invalidatedMeanwhile.delete(invalidated);
    }
  };
  const remember = (key: string, known: { wearerId: number; code: string; until: number }) => {
    keysOf.set(known.wearerId, (keysOf.get(known.wearerId) ?? new Set()).add(key));
    remembered.set(key, known);
  };
  const forget = (wearerId: number) => {
    for (const key of keysOf.get(wearerId) ?? []) remembered.delete(key);
    keysOf.delete(wearerId);
  };
  const slowDown = async (waitMs: number): Promise<Opened> => {
    await pause(refuseMs);
    return { refused: 'slow-down', waitMs };
  };
  return {
    async open(typed, network) {
      const key = keyOf(typed);
      const waitMs = await guesses.waitMs(network, key ?? '');
      if (waitMs > 0) return slowDown(waitMs);
      const known = key === null ? undefined : remembered.get(key);
      if (key !== null && known !== undefined && known.until > now()) {
        guesses.right(network, key);
        return { wearerId: known.wearerId, code: known.code };
      }
      const rest = pause(refuseMs, undefined, { ref: false });
      const found = key === null ? null : await lookUp(key);
      if (key !== null && found !== null) {
        guesses.right(network, key);
        return found;
      }
      // Concurrent attempts all passed the throttle: their results count only while free attempts were left.
      const closedMs = await guesses.wrong(network);
      await rest;
      return closedMs > 0 ? { refused: 'slow-down', waitMs: closedMs } : { refused: 'wrong-code' };
    },
    invalidate(wearerId) {
      for (const invalidated of invalidatedMeanwhile) invalidated.add(wearerId);
      for (const key of keysOf.get(wearerId) ?? []) guesses.forget(key);
      forget(wearerId);
    },
  };
}

/** A normalized code, or the hash that some clients send instead; null for anything else. */
function keyOf(typed: string): string | null {
  return /^[\da-f]{40}$/i.test(typed) ? typed.toLowerCase() : normalCode(typed);
}
