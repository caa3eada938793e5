import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { inTurns } from './turns.ts';

const argon2id = promisify(argon2);

/**
 * OWASP Password Storage Cheat Sheet, second of its equal choices for Argon2id: 19 MiB, 2 passes, 1 lane.
 * Raising a number upgrades each account at its next sign-in.
 */
export const present: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/**
 * Hashes at once. Node's pool has four threads, and files and names of hosts are looked up on them, too: a flood of
 * sign-ins must leave some.
 */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism()));
const turn = inTurns(AT_ONCE);
const TAG_BYTES = 32;
const SALT_BYTES = 16;

export type Cost = { memory: number; passes: number; parallelism: number };

/** How passwords are kept and checked. */
export type Passwords = {
  /** The PHC string to store. */
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`stored` null) as for a known one. */
  check(password: string, stored: string | null): Promise<{ right: boolean; outdated: boolean }>;
};

/** Argon2id on Node's thread pool, so that the loop never waits for it. */
export function argonPasswords(cost: Cost = present): Passwords {
  // Nobody's password: what a guess at an unknown account is compared with.
  const nobody = format(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return format(cost, salt, await digest(password, salt, { ...cost, tag: TAG_BYTES }));
    },
    async check(password, stored) {
      const known = parse(stored ?? nobody);
      const tag = await digest(password, known.salt, { ...known.cost, tag: known.tag.length });
      const right = timingSafeEqual(tag, known.tag) && stored !== null;
      return { right, outdated: right && isBelow(known.cost, cost) };
    },
  };
}

const isBelow = (kept: Cost, wanted: Cost): boolean =>
  kept.memory < wanted.memory || kept.passes < wanted.passes || kept.parallelism < wanted.parallelism;

/** The same letters typed on another keyboard may be composed otherwise: NFKC makes them the same bytes. */
function digest(password: string, salt: Buffer, { tag, ...cost }: Cost & { tag: number }): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return turn(() => argon2id('argon2id', { message, nonce: salt, tagLength: tag, ...cost }));
}

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const format = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;

function parse(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) throw new Error('A stored password hash is in no known form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
