import { DAY } from '../times.ts';
import type { Db } from './db.ts';

export type PlaceTable = {
  account_id: number;
  /** A keyed hash of account and network: no address is stored. */
  place: string;
  used_at: number;
};

/** Places remembered of an account: home, work, a phone's networks. The longest unused are forgotten first. */
const PLACES_MAX = 20;
/** A place is forgotten this long after its last sign-in, as sessions end. */
const FORGET_AFTER_MS = 180 * DAY;

export type PlaceStore = ReturnType<typeof placeStore>;

/** Where accounts have signed in before. */
export function placeStore(db: Db) {
  const of = (accountId: number) => db.deleteFrom('known_places').where('account_id', '=', accountId);
  return {
    async isKnown(accountId: number, place: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('known_places')
        .select('place')
        .where('account_id', '=', accountId)
        .where('place', '=', place)
        .where('used_at', '>', now - FORGET_AFTER_MS)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The account has just signed in from here. */
    async add(accountId: number, place: string, now: number): Promise<void> {
      await db
        .insertInto('known_places')
        .values({ account_id: accountId, place, used_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'place']).doUpdateSet({ used_at: now }))
        .execute();
      const beyond = await db
        .selectFrom('known_places')
        .select('place')
        .where('account_id', '=', accountId)
        .orderBy('used_at', 'desc')
        .orderBy('place')
        .offset(PLACES_MAX)
        .limit(PLACES_MAX)
        .execute();
      for (const { place: old } of beyond) await of(accountId).where('place', '=', old).execute();
    },
    async cleanUp(now: number): Promise<void> {
      await db
        .deleteFrom('known_places')
        .where('used_at', '<=', now - FORGET_AFTER_MS)
        .execute();
    },
  };
}
