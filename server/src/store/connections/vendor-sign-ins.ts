import type { Db } from '../db.ts';

/** A sign-in at the vendor's own page that is not completed. Its data is encrypted; the store cannot read it. */
export type PendingSignIn = {
  wearerId: number;
  source: string;
  keyHash: string;
  encrypted: string;
  expiresAt: number;
};

/** Pending sign-ins: at most one for each wearer. */
export function signInStore(db: Db) {
  return {
    /** Replaces the wearer's pending sign-in. */
    async begin({ wearerId, source, keyHash, encrypted, expiresAt }: PendingSignIn): Promise<void> {
      const row = { source, key_hash: keyHash, encrypted, expires_at: expiresAt };
      await db
        .insertInto('sign_ins')
        .values({ wearer_id: wearerId, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
    /** The wearer's pending sign-in at a source. */
    async find(wearerId: number, source: string, now: number): Promise<PendingSignIn | null> {
      const row = await db
        .selectFrom('sign_ins')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .where('source', '=', source)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { key_hash: keyHash, encrypted, expires_at: expiresAt } = row;
      return { wearerId, source, keyHash, encrypted, expiresAt };
    },
    /**
     * Removes a pending sign-in and returns the wearer's id: of two callers at once, one gets it. Null when there is
     * none, or none with this key. `keyHash` null: any key.
     */
    async consume(
      wearerId: number,
      { source, keyHash, now }: { source: string; keyHash: string | null; now: number },
    ): Promise<number | null> {
      const row = await db
        .deleteFrom('sign_ins')
        .where('wearer_id', '=', wearerId)
        .where('source', '=', source)
        .where('expires_at', '>', now)
        .$if(keyHash !== null, (query) => query.where('key_hash', '=', keyHash ?? ''))
        .returning('wearer_id')
        .executeTakeFirst();
      return row?.wearer_id ?? null;
    },
    async cleanup(now: number): Promise<void> {
      await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
    },
  };
}
