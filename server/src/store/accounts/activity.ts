import type { ActivityKind } from '@tealight/contract';
import { DAY } from '../../shared/time-units.ts';
import type { Db } from '../db.ts';

export type Activity = { kind: ActivityKind /** Epoch ms. */; at: number; device: string };

/** Entries are listed this long, then removed. */
const ACTIVITY_KEPT_MS = 90 * DAY;
/** The most rows of an account, so that repeating one action cannot fill the disk. */
const MAX_ROWS = 200;

/** The security-relevant actions of accounts. */
export function activityStore(db: Db) {
  return {
    async add(accountId: number, { kind, at, device }: Activity): Promise<void> {
      await db.insertInto('account_activity').values({ account_id: accountId, kind, at, device }).execute();
      const oldest = await db
        .selectFrom('account_activity')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .offset(MAX_ROWS)
        .limit(1)
        .executeTakeFirst();
      if (oldest === undefined) return;
      await db
        .deleteFrom('account_activity')
        .where('account_id', '=', accountId)
        .where('id', '<=', oldest.id)
        .execute();
    },
    /** The latest first. */
    async list(accountId: number, now: number): Promise<Activity[]> {
      return db
        .selectFrom('account_activity')
        .select(['kind', 'at', 'device'])
        .where('account_id', '=', accountId)
        .where('at', '>', now - ACTIVITY_KEPT_MS)
        .orderBy('id', 'desc')
        .execute();
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('account_activity')
        .where('at', '<=', now - ACTIVITY_KEPT_MS)
        .execute();
    },
  };
}
