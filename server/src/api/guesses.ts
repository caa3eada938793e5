import { MINUTE, SECOND } from '../times.ts';
import { recent } from './recent.ts';
import { tooMany } from './refusal.ts';

/**
 * How wrong passwords are slowed down: after some free tries each wrong one doubles the wait up to a limit, and
 * with time they are forgotten. Own choice, in the spirit of OWASP's Authentication Cheat Sheet: at the limit an
 * account takes some 60 guesses an hour, and nobody is ever locked out for longer than the limit.
 */
const rules = {
  /** One account, or one account from one address where its owner has signed in before. */
  account: { free: 5, longestMs: MINUTE },
  /** One network address; schools and offices share one. */
  address: { free: 30, longestMs: 15 * MINUTE },
} as const;
const FIRST_WAIT_MS = SECOND;
/** After this long without a try half of the wrong ones are forgotten. */
const HALF_LIFE_MS = 15 * MINUTE;

type Tries = { wrong: number; at: number; closedUntil: number };
type Key = readonly [rule: keyof typeof rules, name: string];

/** A try in progress; it counts as wrong until it is told to be right. */
export type Guess = { right(): void };

export type Guesses = {
  /** Begins a try at an account (its e-mail address) from a network address. Throws `too-many-tries`. */
  begin(account: string, address: string): Guess;
};

export function openGuesses(now: () => number): Guesses {
  const tries = recent<Tries>();
  const owners = recent<true>();
  const present = ([, name]: Key): Tries => {
    const { wrong, at, closedUntil } = tries.get(name) ?? { wrong: 0, at: now(), closedUntil: 0 };
    return { wrong: wrong * 0.5 ** ((now() - at) / HALF_LIFE_MS), at: now(), closedUntil };
  };
  const count = (key: Key) => {
    const { wrong } = present(key);
    tries.set(key[1], {
      wrong: wrong + 1,
      at: now(),
      closedUntil: now() + waitAfter(wrong + 1, rules[key[0]]),
    });
  };
  const forgive = (key: Key) => {
    const { wrong } = present(key);
    tries.set(key[1], { wrong: Math.max(0, wrong - 1), at: now(), closedUntil: 0 });
  };
  return {
    begin(account, address) {
      const pair = `owner ${account} ${address}`;
      // The owner's own place is counted apart, so that a stranger's guesses elsewhere never keep the owner out.
      const own: Key = ['account', owners.get(pair) === true ? pair : `account ${account}`];
      const keys: Key[] = [own, ['address', `address ${address}`]];
      const waitMs = Math.max(...keys.map((key) => present(key).closedUntil - now()));
      if (waitMs > 0) throw tooMany(waitMs);
      // Counted before the password is checked: tries that run side by side must not all be the first.
      for (const key of keys) count(key);
      return {
        right() {
          tries.delete(own[1]);
          forgive(['address', `address ${address}`]);
          owners.set(pair, true);
        },
      };
    },
  };
}

function waitAfter(wrong: number, { free, longestMs }: { free: number; longestMs: number }): number {
  const beyond = Math.floor(wrong) - free;
  return beyond < 0 ? 0 : Math.min(longestMs, FIRST_WAIT_MS * 2 ** beyond);
}

/** For load tests on loopback. */
export const noLimitOfGuesses: Guesses = { begin: () => ({ right: () => {} }) };
