import type { InferResult } from 'kysely';

import { compileOnce, type Db } from '../db.ts';
import { type Account, toAccount } from './accounts.ts';
import { toWearer, type Wearer } from './wearers.ts';

/** A signed-in browser or app. `id` identifies it, but does not give access. */
export type Session = { id: string; agent: string; createdAt: number; usedAt: number };

/** When a session ends: at `expiresAt` (epoch ms), but at the latest `longestMs` after its start. */
export type SessionEnd = { expiresAt: number; longestMs: number };

/** Who an access token belongs to. `usedAt`, `expiresAt`: epoch milliseconds. */
export type Principal = { account: Account; wearer: Wearer; usedAt: number; expiresAt: number };

/** Enough of the hash to distinguish an account's sessions, too little to give access. */
const ID_LENGTH = 16;

/** Sessions by the SHA-256 of their access token; the token itself is never stored. */
export function sessionStore(db: Db) {
  const queryPrincipal = compileOnce(db, principalQuery);
  const endOpen = (accountId: number, now: number) =>
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
    /** The account and wearer of a session, in one query, since every call needs it. */
    async find(hash: string, now: number): Promise<Principal | null> {
      const [row] = await queryPrincipal([hash, now]);
      return row === undefined ? null : toPrincipal(row);
    },
    /** Prolongs a session that is in use, but never beyond `longestMs` after its start. */
    async prolong(hash: string, { expiresAt, longestMs }: SessionEnd, now: number): Promise<void> {
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
    /** Whether the account was signed in with this agent before, in a session that has not expired. */
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
    /** Expects an id of `list`: hexadecimal, so it contains no wildcard. */
    async endOne(accountId: number, id: string, now: number): Promise<void> {
      await endOpen(accountId, now).where('token_hash', 'like', `${id}%`).execute();
    },
    async endOthers(accountId: number, exceptHash: string, now: number): Promise<void> {
      await endOpen(accountId, now).where('token_hash', '!=', exceptHash).execute();
    },
    async endAll(accountId: number, now: number): Promise<void> {
      await endOpen(accountId, now).execute();
    },
    async cleanup(now: number): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    },
  };
}

type PrincipalRow = InferResult<ReturnType<typeof principalQuery>>[number];

/** With placeholder values for the hash and the time. */
const principalQuery = (db: Db) =>
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
    .select(['low', 'high_flash', 'low_flash', 'palette', 'wearers.created_at as wearer_created_at'])
    .where('token_hash', '=', '')
    .where('expires_at', '>', 0)
    .where('ended_at', 'is', null)
    .orderBy('wearers.id')
    .compile();

const toPrincipal = (row: PrincipalRow): Principal => ({
  account: toAccount(row),
  wearer: toWearer({ ...row, id: row.wearer_id, created_at: row.wearer_created_at }),
  usedAt: row.used_at,
  expiresAt: row.expires_at,
});
