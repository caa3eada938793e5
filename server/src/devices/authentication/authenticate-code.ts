import { setTimeout as pause } from 'node:timers/promises';
import { normalCode } from '@tealight/contract';
import { lruCache } from '../../shared/lru-cache.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { CodeIdentity } from '../device-identity.ts';
import type { CodeThrottle } from './code-throttle.ts';

/** Whose code it is, or why it was rejected. */
export type Opened = CodeIdentity | { refused: 'wrong-code' } | { refused: 'slow-down'; waitMs: number };

export type CodeAuthentication = {
  /** Authenticates a code as it was typed or sent, from a network. */
  open(typed: string, network: string): Promise<Opened>;
  /** Whether a code that was authenticated before, in normalized form, still opens something. Counts no guess. */
  isCurrent(code: string): Promise<boolean>;
  /** The wearer's code may have changed: invalidates what is cached, and lookups that are running. */
  invalidate(wearerId: number): void;
};

export type CodeAuthenticationDependencies = {
  /** Whose code this is, given in normalized form or as its SHA-1 in lower-case hexadecimal. */
  find(key: string): Promise<CodeIdentity | null>;
  guesses: CodeThrottle;
  now: () => number;
  /** A rejection takes at least this long, so that its duration reveals nothing. */
  refuseMs?: number;
};

type Remembered = { identity: CodeIdentity; until: number };

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
  const remembered = lruCache<string, Remembered>({
    limit: MOST,
    onEvict: ({ identity }) => forget(identity.wearerId),
  });
  const keysOf = new Map<number, Set<string>>();
  const invalidatedMeanwhile = new Set<Set<number>>();

  /** A code that is replaced while it is looked up is looked up again. */
  const lookUp = async (key: string): Promise<CodeIdentity | null> => {
    const invalidated = new Set<number>();
    invalidatedMeanwhile.add(invalidated);
    try {
      const found = await find(key);
      if (found === null) return null;
      if (invalidated.has(found.wearerId)) return await lookUp(key);
      remember(key, found);
      return found;
    } finally {
      invalidatedMeanwhile.delete(invalidated);
    }
  };
  const remember = (key: string, identity: CodeIdentity) => {
    const { wearerId } = identity;
    keysOf.set(wearerId, (keysOf.get(wearerId) ?? new Set()).add(key));
    remembered.set(key, { identity, until: now() + REMEMBER_MS });
  };
  const known = (key: string): CodeIdentity | null => {
    const one = remembered.get(key);
    return one !== undefined && one.until > now() ? one.identity : null;
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
      if (guesses.isRepeated(network, key ?? typed)) {
        await pause(refuseMs);
        return { refused: 'wrong-code' };
      }
      const waitMs = await guesses.waitMs(network, key ?? '');
      if (waitMs > 0) return slowDown(waitMs);
      const identity = key === null ? null : known(key);
      if (key !== null && identity !== null) {
        guesses.right(network, key);
        return identity;
      }
      const rest = pause(refuseMs, undefined, { ref: false });
      const found = key === null ? null : await lookUp(key);
      if (key !== null && found !== null) {
        guesses.right(network, key);
        return found;
      }
      // Concurrent attempts all passed the throttle: their results count only while free attempts were left.
      if (key !== null) guesses.forget(key);
      const closedMs = await guesses.wrong(network, key ?? typed);
      await rest;
      return closedMs > 0 ? { refused: 'slow-down', waitMs: closedMs } : { refused: 'wrong-code' };
    },
    isCurrent: async (code) => (known(code) ?? (await lookUp(code))) !== null,
    invalidate(wearerId) {
      for (const invalidated of invalidatedMeanwhile) invalidated.add(wearerId);
      forget(wearerId);
    },
  };
}

/** A normalized code, or the hash that some clients send instead; null for anything else. */
function keyOf(typed: string): string | null {
  return /^[\da-f]{40}$/i.test(typed) ? typed.toLowerCase() : normalCode(typed);
}
