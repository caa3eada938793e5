import type { LinkPurpose } from './account-tables.ts';
import type { Db } from './db.ts';

export type { LinkPurpose };
export type LinkStore = ReturnType<typeof linkStore>;

/** One-time links of mails, by the SHA-256 of their token. */
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
    /** The account a link belongs to, without spending it; null when it is unknown, spent or expired. */
    async find(hash: string, purpose: LinkPurpose, now: number): Promise<number | null> {
      const row = await db
        .selectFrom('links')
        .select('account_id')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('spent_at', 'is', null)
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
    /** The account that a link belongs or belonged to, also when it was spent and is still remembered. */
    async findEvenSpent(hash: string, purpose: LinkPurpose, now: number): Promise<number | null> {
      const row = await db
        .selectFrom('links')
        .select('account_id')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row?.account_id ?? null;
    },
    /** Spends all links of a purpose, and remembers them until `rememberUntil`. */
    async spendAll(
      accountId: number,
      purpose: LinkPurpose,
      { now, rememberUntil }: { now: number; rememberUntil: number },
    ): Promise<void> {
      await db
        .updateTable('links')
        .set({ spent_at: now, expires_at: rememberUntil })
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('spent_at', 'is', null)
        .where('expires_at', '>', now)
        .execute();
    },
    /** Spends a link: of two who try at once, one gets the account. */
    async spend(hash: string, purpose: LinkPurpose, now: number): Promise<number | null> {
      const row = await db
        .deleteFrom('links')
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('spent_at', 'is', null)
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
    async sweep(now: number): Promise<void> {
      await db.deleteFrom('links').where('expires_at', '<=', now).execute();
    },
  };
}
