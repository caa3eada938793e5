import { hashOf } from '../../../src/shared/token.ts';
import { toAccount } from '../../../src/store/accounts/accounts.ts';
import { sessionStore } from '../../../src/store/accounts/sessions.ts';
import { toWearer } from '../../../src/store/accounts/wearers.ts';
import { compileOnce, type Db } from '../../../src/store/db.ts';
import { tokenOf } from './crowd.ts';

const ROUNDS = 15;
const LOOKUPS = 1000;

/** Microseconds of one lookup; medians of rounds that take turns, so that other load affects all equally. */
export type Lookups = {
  /** The session with account and own wearer, as it was before families. */
  before: number;
  /** With rights, of the account's first own wearer. */
  own: number;
  /** With rights, of a followed wearer whom the header names. */
  followed: number;
};

type Asked = { hash: string; followed: string };

/** How long the query takes with which every call is authorized, compared with the one before families. */
export async function measureLookups(db: Db, accounts: number): Promise<Lookups> {
  const asked = await askedOf(db, accounts);
  const { find } = sessionStore(db);
  const findBefore = compileOnce(db, beforeQuery);
  const now = Date.now();
  const ways: Record<keyof Lookups, (asked: Asked) => Promise<unknown>> = {
    before: async ({ hash }) => {
      const [row] = await findBefore([hash, now]);
      if (row === undefined) return null;
      const wearer = toWearer({ ...row, id: row.wearer_id, created_at: row.wearer_created_at });
      return { account: toAccount(row), wearer, usedAt: row.used_at, expiresAt: row.expires_at };
    },
    own: ({ hash }) => find(hash, now),
    followed: ({ hash, followed }) => find(hash, now, followed),
  };
  const times: Record<keyof Lookups, number[]> = { before: [], own: [], followed: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ['before', 'own', 'followed'] as const) {
      const begun = performance.now();
      for (const one of asked) if ((await ways[name](one)) === null) throw new Error(`${name} found nobody`);
      // The first round warms up.
      if (round > 0) times[name].push((1000 * (performance.now() - begun)) / asked.length);
    }
  }
  return { before: median(times.before), own: median(times.own), followed: median(times.followed) };
}

/** Sessions of accounts all over the table, each with a wearer that its account follows. */
async function askedOf(db: Db, accounts: number): Promise<Asked[]> {
  const count = Math.min(LOOKUPS, accounts);
  const ids = Array.from({ length: count }, (_, index) => 1 + Math.floor((index * accounts) / count));
  const asked: Asked[] = [];
  for (const id of ids) {
    const row = await db
      .selectFrom('follows')
      .innerJoin('wearers', 'wearers.id', 'follows.wearer_id')
      .select('public_id')
      .where('follows.account_id', '=', id)
      .limit(1)
      .executeTakeFirstOrThrow();
    asked.push({ hash: hashOf(tokenOf(id)), followed: row.public_id });
  }
  // In no order, as requests come.
  return asked.sort((one, other) => (one.hash < other.hash ? -1 : 1));
}

const beforeQuery = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .innerJoin('wearers', 'wearers.account_id', 'sessions.account_id')
    .selectAll('accounts')
    .select(['sessions.used_at', 'sessions.expires_at', 'wearers.id as wearer_id', 'wearers.account_id'])
    .select(['public_id', 'name', 'accent', 'birth_year', 'code', 'unit', 'high', 'in_range'])
    .select(['low', 'high_flash', 'low_flash', 'palette', 'wearers.created_at as wearer_created_at'])
    .where('token_hash', '=', '')
    .where('expires_at', '>', 0)
    .where('ended_at', 'is', null)
    .orderBy('wearers.id')
    .compile();

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
