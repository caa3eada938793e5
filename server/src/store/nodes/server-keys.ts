import type { Db } from '../db.ts';

/** Keys that all nodes share, each made by the first that needs it. The texts are encrypted. */
export function serverKeyStore(db: Db) {
  return {
    async find(name: string): Promise<string | null> {
      const row = await db
        .selectFrom('server_keys')
        .select('encrypted')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.encrypted ?? null;
    },
    /** Stores a key unless there is one. */
    async add(name: string, encrypted: string): Promise<void> {
      await db
        .insertInto('server_keys')
        .values({ name, encrypted })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    },
    async replace(name: string, { from, to }: { from: string; to: string }): Promise<void> {
      await db
        .updateTable('server_keys')
        .set({ encrypted: to })
        .where('name', '=', name)
        .where('encrypted', '=', from)
        .execute();
    },
  };
}
