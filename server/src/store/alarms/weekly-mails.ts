import { localDayAt, periodOfDays } from '@tealight/glucose';
import { HOUR } from '../../shared/time-units.ts';
import type { Db } from '../db.ts';

/** Weekly emails come at this time on Mondays. Own choice: a night has just been slept through or not. */
const SENT_AFTER_MIDNIGHT_MS = 8 * HOUR;
/** 1970-01-05. */
const FIRST_MONDAY = 4;
/** The most accounts at once. */
const BATCH = 200;

/**
 * When the next weekly email is due after `now` (epoch ms): on Monday at 8:00 by the clock of this time zone, an hour off
 * in a zone that changes its clocks on a Monday. Throws a RangeError for a name that is no time zone.
 */
export function nextWeeklyMailAt(now: number, timeZone: string): number {
  const today = localDayAt(now, timeZone);
  const inDays = (((FIRST_MONDAY - today) % 7) + 7) % 7;
  const [next = 0] = [inDays, inDays + 7]
    .map((days) => periodOfDays({ first: today + days, last: today + days }, timeZone).from)
    .map((midnight) => midnight + SENT_AFTER_MIDNIGHT_MS)
    .filter((at) => at > now);
  return next;
}

/** Who gets an email about alarms every week, and when the next one is due. */
export function weeklyMailStore(db: Db) {
  const chosen = (accountId: number) =>
    db
      .selectFrom('alarm_recipients')
      .select(['wearer_id', 'time_zone', 'weekly_mail_at'])
      .where('account_id', '=', accountId)
      .where('weekly_mail_at', 'is not', null);
  return {
    /** Accounts whose email is due. */
    async due(now: number): Promise<number[]> {
      const rows = await db
        .selectFrom('alarm_recipients')
        .select('account_id')
        .distinct()
        .where('weekly_mail_at', '<=', now)
        .limit(BATCH)
        .execute();
      return rows.map(({ account_id }) => account_id);
    },
    /**
     * Takes what is due for an account, and plans its next email. Returns the wearers whom the email is about; none when
     * nothing is due any more. For a transaction that has locked the account.
     */
    async take(accountId: number, now: number): Promise<number[]> {
      const rows = await chosen(accountId).orderBy('wearer_id').execute();
      if (!rows.some(({ weekly_mail_at }) => (weekly_mail_at ?? now + 1) <= now)) return [];
      const [first] = rows;
      await db
        .updateTable('alarm_recipients')
        .set({ weekly_mail_at: nextWeeklyMailAt(now, first?.time_zone ?? 'UTC') })
        .where('account_id', '=', accountId)
        .where('weekly_mail_at', 'is not', null)
        .execute();
      return rows.map(({ wearer_id }) => wearer_id);
    },
  };
}
