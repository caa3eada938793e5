import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../../http/limit-concurrency.ts';

/**
 * OWASP Password Storage Cheat Sheet, second of its equal choices for Argon2id: 19 MiB, 2 passes, 1 lane.
 * Raising a number upgrades each account at its next sign-in.
 */
export const present: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/**
 * Concurrent hashes. Node's pool has four threads, which also read files and resolve host names: a flood of
 * sign-ins must leave some free.
 */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism()));
const turn = limitConcurrency(AT_ONCE);
const TAG_BYTES = 32;
const SALT_BYTES = 16;

export type Cost = { memory: number; passes: number; parallelism: number };

/** Hashes and verifies passwords. */
export type Passwords = {
  /** The PHC string to store. */
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`stored` null) as for a known one. */
  check(password: string, stored: string | null): Promise<{ right: boolean; outdated: boolean }>;
};

/** Argon2id on Node's thread pool, so that it never blocks the event loop. The package also supports Node before 24.7. */
export function argonPasswords(cost: Cost = present): Passwords {
  const nobody = nobodysHash(cost);
  const options = {
    memoryCost: cost.memory,
    timeCost: cost.passes,
    parallelism: cost.parallelism,
    outputLen: TAG_BYTES,
  };
  return {
    hash: (password) => turn(() => hash(composed(password), { ...options, salt: randomBytes(SALT_BYTES) })),
    async check(password, stored) {
      const same = await turn(() => verify(stored ?? nobody, composed(password)));
      const right = same && stored !== null;
      return { right, outdated: right && isBelow(stored, cost) };
    },
  };
}

/** Keyboards may compose the same characters differently: NFKC makes them the same bytes. */
const composed = (password: string): string => password.normalize('NFKC');

function isBelow(stored: string, wanted: Cost): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost < wanted.memory || timeCost < wanted.passes || parallelism < wanted.parallelism;
}

/** The hash with which a guess at an unknown account is compared: that of a random password. */
function nobodysHash({ memory, passes, parallelism }: Cost): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const [salt, tag] = [randomBytes(SALT_BYTES), randomBytes(TAG_BYTES)].map(text);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${tag}`;
}
