import { type Right, type ShareScope, scopeRights, shareScopes } from '@tealight/contract';
import type { Selectable } from 'kysely';
import type { AccountTables } from '../accounts/account-tables.ts';
import { toWearer, type Wearer } from '../accounts/wearers.ts';
import type { Db } from '../db.ts';

/** Times in epoch ms. */
export type ShareLink = {
  id: number;
  wearerId: number;
  name: string;
  /** What the page shows in place of the wearer's name. */
  alias: string | null;
  scope: ShareScope;
  madeAt: number;
  /** Null: until it is ended. */
  expiresAt: number | null;
  openedAt: number | null;
  opened: number;
  /** The account that knows the secret; null where that is not known any more. */
  madeBy: number | null;
};

/** What an open share link gives access to. */
export type SharedPage = { link: ShareLink; wearer: Wearer; scopes: ReadonlySet<ShareScope> };

type NewShareLink = Omit<ShareLink, 'id' | 'openedAt' | 'opened'> & { tokenHash: string };

/** Links to one page of one wearer, by the SHA-256 of their secret. */
export function shareLinkStore(db: Db) {
  return {
    async add(link: NewShareLink): Promise<number> {
      const { wearerId, tokenHash, name, alias, scope, madeAt, madeBy, expiresAt } = link;
      const { id } = await db
        .insertInto('share_links')
        .values({
          wearer_id: wearerId,
          token_hash: tokenHash,
          name,
          alias,
          scope,
          made_at: madeAt,
          made_by: madeBy,
          expires_at: expiresAt,
          opened_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    /** Those that work, the latest first. */
    async of(wearerId: number, now: number): Promise<ShareLink[]> {
      const rows = await db
        .selectFrom('share_links')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toShareLink);
    },
    /** Null when the secret is unknown, rotated, ended or expired. */
    async find(tokenHash: string, now: number): Promise<SharedPage | null> {
      const row = await db
        .selectFrom('share_links')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .executeTakeFirst();
      if (row === undefined) return null;
      const wearer = await db
        .selectFrom('wearers')
        .selectAll()
        .where('id', '=', row.wearer_id)
        .executeTakeFirst();
      if (wearer === undefined) return null;
      return { link: toShareLink(row), wearer: toWearer(wearer), scopes: scopesWithin(row.scope) };
    },
    /** Replaces the secret, which only `madeBy` knows from now on. False when there is no such link. */
    async rotate(wearerId: number, id: number, tokenHash: string, madeBy: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('share_links')
        .set({ token_hash: tokenHash, made_by: madeBy })
        .where('wearer_id', '=', wearerId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** False when there is no such link. */
    async remove(wearerId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('share_links')
        .where('wearer_id', '=', wearerId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async countOpened(id: number, now: number): Promise<void> {
      await db
        .updateTable('share_links')
        .set((row) => ({ opened_at: now, opened: row('opened', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    async cleanup(now: number): Promise<void> {
      await db.deleteFrom('share_links').where('expires_at', '<=', now).execute();
    },
  };
}

const includes = (rights: readonly Right[], others: readonly Right[]) =>
  others.every((right) => rights.includes(right));

/** A scope, and those that show less. */
const scopesWithin = (scope: ShareScope): ReadonlySet<ShareScope> =>
  new Set(shareScopes.filter((other) => includes(scopeRights[scope], scopeRights[other])));

const toShareLink = (row: Selectable<AccountTables['share_links']>): ShareLink => ({
  id: row.id,
  wearerId: row.wearer_id,
  name: row.name,
  alias: row.alias,
  scope: row.scope,
  madeAt: row.made_at,
  expiresAt: row.expires_at,
  openedAt: row.opened_at,
  opened: row.opened,
  madeBy: row.made_by,
});
