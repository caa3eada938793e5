import type { AlarmKind } from '@tealight/glucose';
import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { AlarmTables } from './alarm-tables.ts';

/** The account of a snooze that holds for everybody. */
export const EVERYBODY = 0;

/** A kind that is silent for everybody (`accountId` is `EVERYBODY`) or for one account. Times in epoch ms. */
export type Snooze = {
  wearerId: number;
  kind: AlarmKind;
  accountId: number;
  /** Null: until readings come. */
  until: number | null;
  setBy: number;
  setAt: number;
};

/** Snoozes of a wearer's alarms: one for each kind and account. */
export function alarmSnoozeStore(db: Db) {
  return {
    /** All of these wearers, also those that are over. */
    async ofWearers(wearerIds: readonly number[]): Promise<Snooze[]> {
      if (wearerIds.length === 0) return [];
      const rows = await db
        .selectFrom('alarm_snoozes')
        .selectAll()
        .where('wearer_id', 'in', wearerIds)
        .orderBy('set_at')
        .execute();
      return rows.map(toSnooze);
    },
    /** Replaces an earlier one of the same kind and account. */
    async set({ wearerId, kind, accountId, until, setBy, setAt }: Snooze): Promise<void> {
      const row = { until, set_by: setBy, set_at: setAt };
      await db
        .insertInto('alarm_snoozes')
        .values({ wearer_id: wearerId, kind, account_id: accountId, ...row })
        .onConflict((conflict) => conflict.columns(['wearer_id', 'kind', 'account_id']).doUpdateSet(row))
        .execute();
    },
    /** Ends one, or only the one that was set at `setAt`. False when there was none. */
    async end(wearerId: number, kind: AlarmKind, accountId: number, setAt?: number): Promise<boolean> {
      const one = db
        .deleteFrom('alarm_snoozes')
        .where('wearer_id', '=', wearerId)
        .where('kind', '=', kind)
        .where('account_id', '=', accountId);
      const { numDeletedRows } = await (setAt === undefined
        ? one
        : one.where('set_at', '=', setAt)
      ).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    /** Ends those that an account has set for itself alone, when it no longer follows the wearer. */
    async endOwn(wearerId: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('alarm_snoozes')
        .where('wearer_id', '=', wearerId)
        .where('account_id', '=', accountId)
        .execute();
    },
  };
}

export const toSnooze = (row: Selectable<AlarmTables['alarm_snoozes']>): Snooze => ({
  wearerId: row.wearer_id,
  kind: row.kind,
  accountId: row.account_id,
  until: row.until,
  setBy: row.set_by,
  setAt: row.set_at,
});
