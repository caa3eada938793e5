import type { Right } from '@tealight/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import { compileOnce, type Db } from '../db.ts';
import { type OwnFollow, ownersRights, rightsIn } from '../people/rights.ts';
import { type Account, toAccount } from './accounts.ts';
import { toWearer, type Wearer, type WearerColumns } from './wearers.ts';

/** A signed-in browser or app. `id` identifies it, but does not give access. */
export type Session = { id: string; agent: string; createdAt: number; usedAt: number };

/** When a session ends: at `expiresAt` (epoch ms), but at the latest `longestMs` after its start. */
export type SessionEnd = { expiresAt: number; longestMs: number };

/** A wearer, and what the account may do with the wearer's data. */
export type WearerAccess = {
  wearer: Wearer;
  rights: ReadonlySet<Right>;
  /** How the account follows the wearer; null for the owner. */
  follow: OwnFollow | null;
};

/** Who an access token belongs to, and whom the call is about. `usedAt`, `expiresAt`: epoch milliseconds. */
export type Principal = {
  account: Account;
  /** Null for a wearer that does not exist or that the account has no right to see. */
  wearerAccess: WearerAccess | null;
  usedAt: number;
  expiresAt: number;
};

/** The most sessions of an account, ended ones included; the oldest are removed first. Own choice: more than anybody has devices. */
const MAX_SESSIONS = 200;
/** Enough of the hash to distinguish an account's sessions, too little to give access. */
const ID_LENGTH = 16;

/** Sessions by the SHA-256 of their access token; the token itself is never stored. */
export function sessionStore(db: Db) {
  const queryOfNamed = compileOnce(db, principalQuery(namedWearer));
  const queryOfSelected = compileOnce(db, principalQuery(selectedWearer));
  const endOpen = (accountId: number, now: number) =>
    db
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null);
  return {
    async add(
      session: {
        hash: string;
        accountId: number;
        agent: string;
        expiresAt: number;
        /** The selected wearer; null: the account's first own. */
        wearerId: number | null;
      },
      now: number,
    ): Promise<void> {
      const { hash, accountId, agent, expiresAt, wearerId } = session;
      await db
        .insertInto('sessions')
        .values({
          token_hash: hash,
          account_id: accountId,
          agent,
          created_at: now,
          used_at: now,
          expires_at: expiresAt,
          wearer_id: wearerId,
        })
        .execute();
      const excess = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('account_id', '=', accountId)
        // Never the new one, also when the others are from a clock that was ahead.
        .where('token_hash', '!=', hash)
        .orderBy('created_at', 'desc')
        .offset(MAX_SESSIONS - 1)
        .limit(MAX_SESSIONS)
        .execute();
      if (excess.length === 0) return;
      const hashes = excess.map(({ token_hash }) => token_hash);
      await db.deleteFrom('sessions').where('token_hash', 'in', hashes).execute();
    },
    /**
     * The account of a session, the wearer, and the account's rights, in one query, since every call needs it. The
     * wearer is the one with `publicId`, else the session's selected one, else the account's first own.
     */
    async find(hash: string, now: number, publicId: string | null = null): Promise<Principal | null> {
      const [row] = await (publicId === null
        ? queryOfSelected([hash, now])
        : queryOfNamed([publicId, hash, now]));
      return row === undefined ? null : toPrincipal(row);
    },
    /** The session's selected wearer, which may be gone; null: the account's first own. */
    async selected(hash: string): Promise<number | null> {
      const row = await db
        .selectFrom('sessions')
        .select('wearer_id')
        .where('token_hash', '=', hash)
        .executeTakeFirst();
      return row?.wearer_id ?? null;
    },
    /** Selects the wearer of the session's calls; null: the account's first own. */
    async select(hash: string, wearerId: number | null): Promise<void> {
      await db.updateTable('sessions').set({ wearer_id: wearerId }).where('token_hash', '=', hash).execute();
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

type PrincipalRow = InferResult<ReturnType<ReturnType<typeof principalQuery>>>[number];

/** With a placeholder value for the public id. */
const namedWearer = sql<boolean>`wearers.public_id = ${''}`;
const selectedWearer = sql<boolean>`wearers.id = coalesce(sessions.wearer_id,
  (select own.id from wearers as own where own.account_id = sessions.account_id order by own.id limit 1))`;

/** Two queries, since each is quicker than one that does both. With placeholder values for the hash and the time. */
const principalQuery = (isWearer: RawBuilder<boolean>) => (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('wearers', (join) => join.on(isWearer))
    .leftJoin('follows', (join) =>
      join
        .onRef('follows.wearer_id', '=', 'wearers.id')
        .onRef('follows.account_id', '=', 'sessions.account_id'),
    )
    .selectAll('accounts')
    .select([
      'sessions.used_at',
      'sessions.expires_at',
      'wearers.id as wearer_id',
      'wearers.account_id as owner_id',
      'wearers.public_id',
      'wearers.name',
      'wearers.accent',
      'wearers.birth_year',
      'wearers.code',
      'wearers.unit',
      'high',
      'in_range',
    ])
    .select(['low', 'high_flash', 'low_flash', 'palette', 'wearers.created_at as wearer_created_at'])
    .select(['follows.role', 'follows.rights', 'follows.unit as own_unit', 'follows.code as own_code'])
    .where('token_hash', '=', '')
    .where('expires_at', '>', 0)
    .where('ended_at', 'is', null)
    .compile();

const toPrincipal = (row: PrincipalRow): Principal => ({
  account: toAccount(row),
  wearerAccess: toWearerAccess(row),
  usedAt: row.used_at,
  expiresAt: row.expires_at,
});

function toWearerAccess(row: PrincipalRow): WearerAccess | null {
  const { role, rights, own_unit: unit, own_code: code } = row;
  if (!hasWearer(row) || (row.owner_id !== row.id && role === null)) return null;
  const { wearer_id: id, owner_id: account_id, wearer_created_at: created_at } = row;
  const wearer = toWearer({ ...row, id, account_id, created_at });
  if (row.owner_id === row.id || role === null) return { wearer, rights: ownersRights, follow: null };
  return { wearer, rights: rightsIn(role, rights ?? ''), follow: { role, unit, code } };
}

type JoinedWearer = Omit<WearerColumns, 'id' | 'account_id' | 'created_at'> & {
  wearer_id: number;
  owner_id: number;
  wearer_created_at: number;
};

/** All columns of the wearer are null, or none that may not be. */
const hasWearer = (row: PrincipalRow): row is PrincipalRow & JoinedWearer => row.wearer_id !== null;
