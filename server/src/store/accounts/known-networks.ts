import { DAY } from '../../shared/time-units.ts';
import type { Db } from '../db.ts';

/** The most networks of an account: home, work, those of a phone. The longest unused are removed first. */
const MAX_NETWORKS = 20;
/** A network is removed this long after its last sign-in, like a session. */
const REMOVE_AFTER_MS = 180 * DAY;

/** The networks that accounts have signed in from. */
export function knownNetworkStore(db: Db) {
  const deleteOf = (accountId: number) => db.deleteFrom('known_networks').where('account_id', '=', accountId);
  return {
    async isKnown(accountId: number, network: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('known_networks')
        .select('network')
        .where('account_id', '=', accountId)
        .where('network', '=', network)
        .where('used_at', '>', now - REMOVE_AFTER_MS)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The account has just signed in from this network. */
    async add(accountId: number, network: string, now: number): Promise<void> {
      await db
        .insertInto('known_networks')
        .values({ account_id: accountId, network, used_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'network']).doUpdateSet({ used_at: now }))
        .execute();
      const excess = await db
        .selectFrom('known_networks')
        .select('network')
        .where('account_id', '=', accountId)
        .orderBy('used_at', 'desc')
        .orderBy('network')
        .offset(MAX_NETWORKS)
        .limit(MAX_NETWORKS)
        .execute();
      for (const { network: old } of excess) await deleteOf(accountId).where('network', '=', old).execute();
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('known_networks')
        .where('used_at', '<=', now - REMOVE_AFTER_MS)
        .execute();
    },
  };
}
