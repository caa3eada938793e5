import type { InferResult } from 'kysely';
import { type Account, toAccount } from './accounts.ts';
import { compiledOnce } from './compiled.ts';
import type { Db } from './db.ts';
import { toWearer, type Wearer } from './wearers.ts';

/** A signed-in browser or app. `id` names it without opening it. */
export type Session = { id: string; agent: string; createdAt: number; usedAt: number };

/** When a session ends: at a moment, and that long after it began at the latest. Epoch ms, ms. */
export type SessionEnd = { expiresAt: number; longestMs: number };

/** Who an access token belongs to. `usedAt`, `expiresAt`: epoch milliseconds. */
export type Visitor = { account: Account; wearer: Wearer; usedAt: number; expiresAt: number };

/** Enough of the hash to tell an account's sessions apart, too little to be one. */
const ID_LENGTH = 16;

export type SessionStore = ReturnType<typeof sessionStore>;

/** Sessions by the SHA-256 of their access token; the token itself is never stored. */
export function sessionStore(db: Db) {
  const visitorBy = compiledOnce(db, visitorQuery);
  const open = (accountId: number, now: number) =>
    db
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null);
  return {
    async add(
      session: { hash: string; accountId: number; agent: string; expiresAt: number },
      now: number,
    ): Promise<void> {
      const { hash, accountId, agent, expiresAt } = session;
      await db
        .insertInto('sessions')
        .values({
          token_hash: hash,
          account_id: accountId,
          agent,
          created_at: now,
          used_at: now,
          expires_at: expiresAt,
        })
        .execute();
    },
    /** Whose session this is, in one query: it is asked with every call. */
    async find(hash: string, now: number): Promise<Visitor | null> {
      const [row] = await visitorBy([hash, now]);
      return row === undefined ? null : toVisitor(row);
    },
    /** Pushes the end of a session that is in use, but never beyond `longestMs` after it began. */
    async used(hash: string, { expiresAt, longestMs }: SessionEnd, now: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set((row) => ({
          used_at: now,
          expires_at: row
            .case()
            .when('created_at', '<', expiresAt - longestMs)
            .then(row('created_at', '+', longestMs))
            .else(expiresAt)
            .end(),
        }))
        .where('token_hash', '=', hash)
        .where('ended_at', 'is', null)
        .execute();
    },
    async list(accountId: number, now: number): Promise<Session[]> {
      const rows = await db
        .selectFrom('sessions')
        .select(['token_hash', 'agent', 'created_at', 'used_at'])
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .where('ended_at', 'is', null)
        .orderBy('used_at', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.token_hash.slice(0, ID_LENGTH),
        agent: row.agent,
        createdAt: row.created_at,
        usedAt: row.used_at,
      }));
    },
    /** Whether the account was signed in with this agent before, in a session that would still hold. */
    async knowsAgent(accountId: number, agent: string): Promise<boolean> {
      const row = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .where('agent', '=', agent)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async end(hash: string, now: number): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ ended_at: now })
        .where('token_hash', '=', hash)
        .where('ended_at', 'is', null)
        .execute();
    },
    /** Expects an id of `list`: hexadecimal, so it holds no wildcard. */
    async endOne(accountId: number, id: string, now: number): Promise<void> {
      await open(accountId, now).where('token_hash', 'like', `${id}%`).execute();
    },
    async endOthers(accountId: number, keptHash: string, now: number): Promise<void> {
      await open(accountId, now).where('token_hash', '!=', keptHash).execute();
    },
    async endAll(accountId: number, now: number): Promise<void> {
      await open(accountId, now).execute();
    },
    async sweep(now: number): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    },
  };
}

type VisitorRow = InferResult<ReturnType<typeof visitorQuery>>[number];

/** With stand-ins for the hash and for now. */
const visitorQuery = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .innerJoin('wearers', 'wearers.account_id', 'sessions.account_id')
    .selectAll('accounts')
    .select([
      'sessions.used_at',
      'sessions.expires_at',
      'wearers.id as wearer_id',
      'wearers.account_id',
      'code',
      'unit',
      'high',
      'in_range',
    ])
    .select(['low', 'high_flash', 'low_flash', 'palette', 'wearers.created_at as worn_since'])
    .where('token_hash', '=', '')
    .where('expires_at', '>', 0)
    .where('ended_at', 'is', null)
    .orderBy('wearers.id')
    .compile();

const toVisitor = (row: VisitorRow): Visitor => ({
  account: toAccount(row),
  wearer: toWearer({ ...row, id: row.wearer_id, created_at: row.worn_since }),
  usedAt: row.used_at,
  expiresAt: row.expires_at,
});
