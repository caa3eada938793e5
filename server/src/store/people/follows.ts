import type { Right, Role } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import type { Db } from '../db.ts';
import { rightsIn, storedRights } from './rights.ts';

/** Somebody who may see a wearer without being the owner. `since` in epoch ms. */
export type Follow = {
  id: number;
  accountId: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  rights: ReadonlySet<Right>;
  /** The follower's own connection code; null until it is needed. */
  code: string | null;
  since: number;
};

type Given = { role: Role; rights: readonly Right[] };

/** Who follows which wearer, with which rights. */
export function followStore(db: Db) {
  const followers = (wearerId: number) =>
    db
      .selectFrom('follows')
      .innerJoin('accounts', 'accounts.id', 'follows.account_id')
      .select(['follows.id', 'follows.account_id', 'first_name', 'last_name', 'email'])
      .select(['role', 'rights', 'code', 'since'])
      .where('wearer_id', '=', wearerId);
  const updateOf = (wearerId: number, accountId: number) =>
    db.updateTable('follows').where('wearer_id', '=', wearerId).where('account_id', '=', accountId);
  return {
    /** The first to come first. */
    async of(wearerId: number): Promise<Follow[]> {
      const rows = await followers(wearerId).orderBy('follows.id').execute();
      return rows.map(toFollow);
    },
    async byId(wearerId: number, id: number): Promise<Follow | null> {
      const row = await followers(wearerId).where('follows.id', '=', id).executeTakeFirst();
      return row === undefined ? null : toFollow(row);
    },
    async byAccount(wearerId: number, accountId: number): Promise<Follow | null> {
      const row = await followers(wearerId).where('account_id', '=', accountId).executeTakeFirst();
      return row === undefined ? null : toFollow(row);
    },
    /** Adds a follower, or gives an existing one this role and these rights. */
    async save(wearerId: number, accountId: number, { role, rights }: Given, now: number): Promise<void> {
      const given = { role, rights: storedRights(rights) };
      await db
        .insertInto('follows')
        .values({ wearer_id: wearerId, account_id: accountId, ...given, since: now })
        .onConflict((conflict) => conflict.columns(['wearer_id', 'account_id']).doUpdateSet(given))
        .execute();
    },
    async change(wearerId: number, accountId: number, { role, rights }: Given): Promise<void> {
      await updateOf(wearerId, accountId)
        .set({ role, rights: storedRights(rights) })
        .execute();
    },
    /** Absent members stay. */
    async saveSettings(
      wearerId: number,
      accountId: number,
      { unit, alias }: { unit?: Unit; alias?: string | null },
    ): Promise<void> {
      await updateOf(wearerId, accountId)
        .set({
          // A statement must set at least one column.
          account_id: accountId,
          ...(unit !== undefined && { unit }),
          ...(alias !== undefined && { alias }),
        })
        .execute();
    },
    async saveCode(wearerId: number, accountId: number, code: string | null): Promise<void> {
      await updateOf(wearerId, accountId).set({ code }).execute();
    },
    async remove(wearerId: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('follows')
        .where('wearer_id', '=', wearerId)
        .where('account_id', '=', accountId)
        .execute();
    },
    /** The wearers that an account follows. */
    async wearersOf(accountId: number): Promise<number[]> {
      const rows = await db
        .selectFrom('follows')
        .select('wearer_id')
        .where('account_id', '=', accountId)
        .execute();
      return rows.map(({ wearer_id }) => wearer_id);
    },
  };
}

type Row = {
  id: number;
  account_id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  rights: string;
  code: string | null;
  since: number;
};

const toFollow = (row: Row): Follow => ({
  id: row.id,
  accountId: row.account_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  role: row.role,
  rights: rightsIn(row.role, row.rights),
  code: row.code,
  since: row.since,
});
