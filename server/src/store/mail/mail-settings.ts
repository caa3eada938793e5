import { defaultMails, type MailSettings } from '@tealight/contract';
import type { Db } from '../db.ts';

/** Which optional emails an account wants. */
export function mailSettingsStore(db: Db) {
  return {
    async of(accountId: number): Promise<MailSettings> {
      const row = await db
        .selectFrom('mail_settings')
        .select('lost_source')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row === undefined ? defaultMails : { lostSource: row.lost_source === 1 };
    },
    async save(accountId: number, { lostSource }: MailSettings): Promise<void> {
      const row = { lost_source: Number(lostSource) };
      await db
        .insertInto('mail_settings')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute();
    },
  };
}
