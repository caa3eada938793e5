import type { Db } from './db.ts';

export type SignInTable = {
  wearer_id: number;
  source: string;
  /** SHA-256 of what comes back from the vendor's page, hexadecimal. */
  key_hash: string;
  sealed: string;
  expires_at: number;
};

/** A sign-in that was begun at a vendor's own page. What continues it is sealed: the store never sees inside. */
export type BegunSignIn = {
  wearerId: number;
  source: string;
  keyHash: string;
  sealed: string;
  expiresAt: number;
};

export type SignInStore = ReturnType<typeof signInStore>;

/** Begun sign-ins: at most one a wearer. */
export function signInStore(db: Db) {
  return {
    /** Replaces one that was begun before. */
    async begin({ wearerId, source, keyHash, sealed, expiresAt }: BegunSignIn): Promise<void> {
      const row = { source, key_hash: keyHash, sealed, expires_at: expiresAt };
      await db
        .insertInto('sign_ins')
        .values({ wearer_id: wearerId, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
    /** The wearer's begun sign-in at a source, without ending it. */
    async find(wearerId: number, source: string, now: number): Promise<BegunSignIn | null> {
      const row = await db
        .selectFrom('sign_ins')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .where('source', '=', source)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { key_hash: keyHash, sealed, expires_at: expiresAt } = row;
      return { wearerId, source, keyHash, sealed, expiresAt };
    },
    /** Ends the wearer's begun sign-in of this key: of two who come back at once, one gets true. */
    async take(wearerId: number, keyHash: string, now: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sign_ins')
        .where('wearer_id', '=', wearerId)
        .where('key_hash', '=', keyHash)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async end(wearerId: number): Promise<void> {
      await db.deleteFrom('sign_ins').where('wearer_id', '=', wearerId).execute();
    },
    async sweep(now: number): Promise<void> {
      await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
    },
  };
}
