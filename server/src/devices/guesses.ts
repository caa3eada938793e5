import { MINUTE, SECOND } from '../times.ts';

/**
 * How guessing codes is slowed down: after some free tries each wrong one doubles the wait of that network up to a
 * limit, and with time they are forgotten. Own choice: at the limit a network has some 100 tries a day at 50 bits.
 */
const usualRules: GuessRules = { free: 10, longestMs: 15 * MINUTE };
/** A broker's guests share its address, and one lamp with an old code must not keep the others out. */
export const brokerRules: GuessRules = { free: 60, longestMs: 10 * SECOND };
const FIRST_WAIT_MS = SECOND;
/** After this long without a try half of the wrong ones are forgotten. */
const HALF_LIFE_MS = 15 * MINUTE;
/** Networks, and pairs of network and code, remembered at most; the longest untouched are forgotten first. */
const MOST = 50_000;

export type GuessRules = { free: number; longestMs: number };

export type CodeGuesses = {
  /** How long this network has to wait before it may try this code. Zero for a code that was right from here before. */
  waitMs(network: string, code: string): number;
  wrong(network: string): void;
  right(network: string, code: string): void;
  /** The code is nobody's any more. */
  forget(code: string): void;
};

export function openCodeGuesses(now: () => number, rules = usualRules): CodeGuesses {
  const tries = new Map<string, { wrong: number; at: number; closedUntil: number }>();
  const known = new Map<string, Set<string>>();
  return {
    waitMs: (network, code) =>
      known.get(code)?.has(network) ? 0 : Math.max(0, (tries.get(network)?.closedUntil ?? 0) - now()),
    wrong(network) {
      const before = tries.get(network);
      const left = before === undefined ? 0 : before.wrong * 0.5 ** ((now() - before.at) / HALF_LIFE_MS);
      const wrong = left + 1;
      touch(tries, network, { wrong, at: now(), closedUntil: now() + waitAfter(wrong, rules) });
    },
    right(network, code) {
      touch(known, code, (known.get(code) ?? new Set()).add(network));
    },
    forget: (code) => void known.delete(code),
  };
}

function waitAfter(wrong: number, { free, longestMs }: GuessRules): number {
  const beyond = Math.floor(wrong) - free;
  return beyond < 0 ? 0 : Math.min(longestMs, FIRST_WAIT_MS * 2 ** beyond);
}

function touch<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}

/** For load tests on loopback. */
export const unlimitedGuesses: CodeGuesses = { waitMs: () => 0, wrong() {}, right() {}, forget() {} };
