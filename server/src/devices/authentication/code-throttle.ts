import { createHash } from 'node:crypto';
import type { Throttle } from '../../limits/limit.ts';
import type { Limits } from '../../limits/limits.ts';
import { wideNetworkOf } from '../../shared/client-address.ts';
import { type LruCache, lruCache } from '../../shared/lru-cache.ts';
import { MINUTE, SECOND } from '../../shared/time-units.ts';

/**
 * Slows down guessing: after some free attempts each wrong code doubles the wait of its network up to a
 * limit, and failures expire. Own choice: a network that waits as required has some 700 attempts a day at 50 bits.
 */
const usualRules: CodeThrottleRules = {
  kind: 'device',
  network: { free: 10, longestMs: 15 * MINUTE },
  /** A /48 of IPv6. */
  wide: { free: 60, longestMs: 15 * MINUTE },
};
/** Attempts at the secret of the broker hooks. */
export const hookSecretRules: CodeThrottleRules = { ...usualRules, kind: 'hook-secret' };
/** A broker's clients share its address, and one lamp with an old code must not keep the others out. */
export const brokerRules: CodeThrottleRules = {
  kind: 'broker',
  network: { free: 60, longestMs: 10 * SECOND },
  wide: { free: 60, longestMs: 10 * SECOND },
};
/**
 * For how long trying the same wrong code again is no guess. A device with an old code then counts 6 times an hour, of
 * which fewer than 3 count at any time, so that it keeps no right code of its network out. Own choice.
 */
const REPEATED_MS = 10 * MINUTE;
/** Networks that are remembered for a code: whose holder has a million of them fills no memory. Own choice. */
const MAX_NETWORKS = 1000;
export type CodeThrottleRules = { kind: string; network: Throttle; wide: Throttle };

export type CodeThrottle = {
  /**
   * How long this network has to wait before it may try this code. Zero, without a query, for a code that
   * was right from here before.
   */
  waitMs(network: string, code: string): Promise<number>;
  /** Whether this network has tried this text as a code minutes ago, and it was wrong: trying it again is no guess. */
  isRepeated(network: string, tried: string): boolean;
  /** Counts a wrong code. Returns how long the network had to wait already: zero while it had a free attempt. */
  wrong(network: string, tried: string): Promise<number>;
  right(network: string, code: string): void;
  /** The code is not right any more. */
  forget(code: string): void;
};

export function openCodeThrottle(limits: Limits, now: () => number, rules = usualRules): CodeThrottle {
  /** Codes with the networks from which they were right. */
  const known = lruCache<string, LruCache<string, 1>>();
  /** Until when (epoch ms) what a network has tried counts as repeated. */
  const repeated = lruCache<string, number>();
  const takes = (network: string) => {
    const wide = wideNetworkOf(network);
    const take = (rule: 'network' | 'wide', name: string) => ({
      key: limits.keyFor('code', rules.kind, rule, name),
      limit: rules[rule],
    });
    return [take('network', network), ...(wide === null ? [] : [take('wide', wide)])];
  };
  return {
    async waitMs(network, code) {
      if (known.get(code)?.has(network)) return 0;
      return Math.max(0, (await limits.blockedUntil(takes(network), now())) - now());
    },
    isRepeated(network, tried) {
      const until = repeated.get(attemptOf(network, tried)) ?? 0;
      return until > now() && until <= now() + REPEATED_MS;
    },
    async wrong(network, tried) {
      const refused = await limits.consume(takes(network), now());
      // Of a guess that was not allowed yet, nobody learns that it was wrong.
      if (refused === null) repeated.set(attemptOf(network, tried), now() + REPEATED_MS);
      return refused === null ? 0 : refused.blockedUntil - now();
    },
    right(network, code) {
      const networks = known.get(code) ?? lruCache<string, 1>({ limit: MAX_NETWORKS });
      if (networks.get(network) === undefined) known.set(code, networks.set(network, 1));
    },
    forget: (code) => void known.delete(code),
  };
}

const attemptOf = (network: string, tried: string): string =>
  createHash('sha256').update(`${network} ${tried}`).digest('base64url');

/** For load tests on loopback. */
export const unlimitedCodeThrottle: CodeThrottle = {
  waitMs: async () => 0,
  isRepeated: () => false,
  wrong: async () => 0,
  right() {},
  forget() {},
};
