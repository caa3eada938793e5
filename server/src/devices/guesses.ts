import { wideNetworkOf } from '../client-address.ts';
import type { Throttle } from '../limits/limit.ts';
import type { Limits } from '../limits/limits.ts';
import { MINUTE, SECOND } from '../times.ts';

/**
 * How guessing codes is slowed down: after some free tries each wrong one doubles the wait of that network up to a
 * limit, and with time they are forgotten. Own choice: a network that waits as told has some 700 tries a day at 50 bits.
 */
const usualRules: GuessRules = {
  kind: 'device',
  network: { free: 10, longestMs: 15 * MINUTE },
  /** A /48 of IPv6. */
  wide: { free: 60, longestMs: 15 * MINUTE },
};
/** Tries at the secret of the broker hooks. */
export const hookSecretRules: GuessRules = { ...usualRules, kind: 'hook-secret' };
/** A broker's guests share its address, and one lamp with an old code must not keep the others out. */
export const brokerRules: GuessRules = {
  kind: 'broker',
  network: { free: 60, longestMs: 10 * SECOND },
  wide: { free: 60, longestMs: 10 * SECOND },
};
/** Codes remembered at most with the networks they were right from; the longest untouched are forgotten first. */
const MOST = 50_000;

export type GuessRules = { kind: string; network: Throttle; wide: Throttle };

export type CodeGuesses = {
  /**
   * How long this network has to wait before it may try this code. Zero, without asking the store, for a code that
   * was right from here before.
   */
  waitMs(network: string, code: string): Promise<number>;
  /** Counts a wrong code. How long the network had to wait already: zero while it had a free try. */
  wrong(network: string): Promise<number>;
  right(network: string, code: string): void;
  /** The code is nobody's any more. */
  forget(code: string): void;
};

export function openCodeGuesses(limits: Limits, now: () => number, rules = usualRules): CodeGuesses {
  const known = new Map<string, Set<string>>();
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
      return Math.max(0, (await limits.closedUntil(takes(network).map(({ key }) => key))) - now());
    },
    async wrong(network) {
      const refused = await limits.take(takes(network), now());
      return refused === null ? 0 : refused.closedUntil - now();
    },
    right(network, code) {
      if (!known.get(code)?.has(network)) touch(known, code, (known.get(code) ?? new Set()).add(network));
    },
    forget: (code) => void known.delete(code),
  };
}

function touch<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}

/** For load tests on loopback. */
export const unlimitedGuesses: CodeGuesses = {
  waitMs: async () => 0,
  wrong: async () => 0,
  right() {},
  forget() {},
};
