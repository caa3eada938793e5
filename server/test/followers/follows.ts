import { randomUUID } from 'node:crypto';
import type { DatabaseLocation } from '../../src/store/db.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Store } from '../../src/store/store.ts';

/** Changes who follows wearers, in the database of `store`, as another process would. */
export async function openFollows(store: Store, location: DatabaseLocation) {
  const { db, ...closing } = await openDatabase(location, { onWrite() {}, onFault() {} });
  return {
    /** The id of a new account that follows the wearer with these rights. */
    async add(wearerId: number, rights = 'see-now,see-day,lamps'): Promise<number> {
      const email = `${randomUUID()}@example.org`;
      const person = {
        passwordHash: 'none',
        firstName: 'Ben',
        lastName: 'Byron',
        location: 'GB',
        phone: null,
      };
      const accountId = (await store.accounts.add({ email, ...person }, 0)) ?? 0;
      await db
        .insertInto('follows')
        .values({ wearer_id: wearerId, account_id: accountId, role: 'follower', rights, since: 0 })
        .execute();
      return accountId;
    },
    async saveRights(wearerId: number, accountId: number, rights: string): Promise<void> {
      await db
        .updateTable('follows')
        .set({ rights })
        .where('wearer_id', '=', wearerId)
        .where('account_id', '=', accountId)
        .execute();
    },
    async remove(wearerId: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('follows')
        .where('wearer_id', '=', wearerId)
        .where('account_id', '=', accountId)
        .execute();
    },
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  };
}
