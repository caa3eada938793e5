import type { Db } from '../db.ts';
import type { LinkPurpose } from './account-tables.ts';

export type { LinkPurpose };

/** Single-use links in emails, by the SHA-256 of their token. */
export function linkStore(db: Db) {
  return {
    async add(link: {
      hash: string;
      accountId: number;
      purpose: LinkPurpose;
      expiresAt: number;
    }): Promise<void> {
      const { hash, accountId, purpose, expiresAt } = link;
      await db
        .insertInto('links')
        .values({ token_hash: hash, account_id: accountId, purpose, expires_at: expiresAt })
        .execute();
    },
    /** The account of a link, without using it; null when it is unknown, used or expired. */
    async find(hash: string, purpose: LinkPurpose, now: number): Promise<number | null> {
      const row = await db
        .selectFrom('links')
        .select('account_id')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
    /** The account of a link that may have been used already; null when it is unknown or expired. */
    async findEvenUsed(hash: string, purpose: LinkPurpose, now: number): Promise<number | null> {
      const row = await db
        .selectFrom('links')
        .select('account_id')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
    /** Marks all links of a purpose as used, and keeps them until `rememberUntil`. */
    async consumeAll(
      accountId: number,
      purpose: LinkPurpose,
      { now, rememberUntil }: { now: number; rememberUntil: number },
    ): Promise<void> {
      await db
        .updateTable('links')
        .set({ used_at: now, expires_at: rememberUntil })
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .execute();
    },
    /** Uses a link and removes it: of two callers at once, one gets the account. */
    async consume(hash: string, purpose: LinkPurpose, now: number): Promise<number | null> {
      const row = await db
        .deleteFrom('links')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('used_at', 'is', null)
        .returning('account_id')
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
    async endAll(accountId: number, purpose: LinkPurpose): Promise<void> {
      await db
        .deleteFrom('links')
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .execute();
    },
    async cleanup(now: number): Promise<void> {
      await db.deleteFrom('links').where('expires_at', '<=', now).execute();
    },
  };
}
