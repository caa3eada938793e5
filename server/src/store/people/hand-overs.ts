import type { Selectable } from 'kysely';
import type { AccountTables, OwnerBecomes } from '../accounts/account-tables.ts';
import { type Db, isPostgres } from '../db.ts';

/** A hand-over that both have agreed to, and that has not taken effect. Times in epoch ms. */
export type HandOver = {
  wearerId: number;
  toAccount: number;
  ownerBecomes: OwnerBecomes;
  agreedAt: number;
  /** When each confirmed it with the password; null: not yet. */
  fromConfirmedAt: number | null;
  toConfirmedAt: number | null;
};

/** Hand-overs of wearers: at most one for each. */
export function handOverStore(db: Db) {
  return {
    /** Locked until the end of the transaction: of two confirmations at once, the second sees the first. */
    async lock(wearerId: number): Promise<HandOver | null> {
      const query = db.selectFrom('hand_overs').selectAll().where('wearer_id', '=', wearerId);
      const row = await (isPostgres(db) ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : toHandOver(row);
    },
    async of(wearerId: number): Promise<HandOver | null> {
      const row = await db
        .selectFrom('hand_overs')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      return row === undefined ? null : toHandOver(row);
    },
    /** Replaces an earlier one. */
    async save(wearerId: number, toAccount: number, ownerBecomes: OwnerBecomes, now: number): Promise<void> {
      const row = {
        to_account: toAccount,
        owner_becomes: ownerBecomes,
        agreed_at: now,
        from_confirmed_at: null,
        to_confirmed_at: null,
      };
      await db
        .insertInto('hand_overs')
        .values({ wearer_id: wearerId, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
    async confirm(wearerId: number, by: 'from' | 'to', now: number): Promise<void> {
      await db
        .updateTable('hand_overs')
        .set(by === 'from' ? { from_confirmed_at: now } : { to_confirmed_at: now })
        .where('wearer_id', '=', wearerId)
        .execute();
    },
    /** False without one. */
    async remove(wearerId: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('hand_overs')
        .where('wearer_id', '=', wearerId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    /** Wearers whose hand-over was agreed at `before` or earlier. */
    async agreedBefore(before: number, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom('hand_overs')
        .select('wearer_id')
        .where('agreed_at', '<=', before)
        .orderBy('agreed_at')
        .limit(count)
        .execute();
      return rows.map(({ wearer_id }) => wearer_id);
    },
  };
}

const toHandOver = (row: Selectable<AccountTables['hand_overs']>): HandOver => ({
  wearerId: row.wearer_id,
  toAccount: row.to_account,
  ownerBecomes: row.owner_becomes,
  agreedAt: row.agreed_at,
  fromConfirmedAt: row.from_confirmed_at,
  toConfirmedAt: row.to_confirmed_at,
});
