import { defaultLamps, type OwnAlarms, type Right, type Role } from '@tealight/contract';
import type { DailyHours, Recipient } from '@tealight/glucose';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import { ownersRights, rightsIn } from '../people/rights.ts';
import { EVERYBODY, type Snooze } from './alarm-snoozes.ts';
import type { AlarmTables } from './alarm-tables.ts';
import { nextWeeklyMailAt } from './weekly-mails.ts';

/** An account whom alarms of a wearer reach. */
export type AlarmRecipient = {
  wearerId: number;
  accountId: number;
  /** Among the wearer's followers; 0: the owner. */
  followId: number;
  firstName: string;
  email: string;
  settings: OwnAlarms;
};

/**
 * All alarms. Off duty only those arrive that nobody has seen, and of highs only where their wearer's people chose to
 * pass them on. Own choice.
 */
const MILDEST_RANK = { onDuty: 8, offDuty: 8 };

/** How an alarm reaches an account, with what it has silenced for itself alone. */
export const recipientOf = (
  { wearerId, accountId, settings }: AlarmRecipient,
  snoozes: readonly Snooze[],
): Recipient => ({
  ...settings,
  id: String(accountId),
  silenced: snoozes
    .filter((snooze) => snooze.wearerId === wearerId && snooze.accountId === accountId)
    .filter((snooze) => snooze.accountId !== EVERYBODY)
    .map(({ kind, until }) => ({ kind, until: until ?? Number.POSITIVE_INFINITY })),
});

/** Whom alarms of wearers reach, and how. */
export function alarmRecipientStore(db: Db) {
  return {
    /** Of these wearers: the owner first, then followers as they came. */
    async ofWearers(wearerIds: readonly number[]): Promise<AlarmRecipient[]> {
      if (wearerIds.length === 0) return [];
      const owners = db
        .selectFrom('wearers')
        .select([
          'id as wearer',
          'account_id as account',
          sql<number>`0`.as('follow'),
          sql<Role | null>`cast(null as text)`.as('role'),
          sql<string>`''`.as('rights'),
        ])
        .where('id', 'in', wearerIds);
      const followers = db
        .selectFrom('follows')
        .select(['wearer_id as wearer', 'account_id as account', 'id as follow', 'role', 'rights'])
        .where('wearer_id', 'in', wearerIds);
      const rows = await db
        .selectFrom(owners.unionAll(followers).as('people'))
        .innerJoin('accounts', 'accounts.id', 'people.account')
        .leftJoin('alarm_recipients', (join) =>
          join
            .onRef('alarm_recipients.wearer_id', '=', 'people.wearer')
            .onRef('alarm_recipients.account_id', '=', 'people.account'),
        )
        .leftJoin('statistics_settings', 'statistics_settings.wearer_id', 'people.wearer')
        .select(['wearer', 'account', 'follow', 'role', 'people.rights', 'first_name', 'email'])
        .select(['on_duty', 'plan', 'rank_on_duty', 'rank_off_duty', 'quiet_from', 'quiet_until'])
        .select([
          'weekly_mail_at',
          'alarm_recipients.time_zone',
          'statistics_settings.time_zone as wearers_time_zone',
        ])
        .orderBy('follow')
        .execute();
      return rows
        .filter(({ role, rights }) => rightsOf(role, rights).has('get-alarms'))
        .map((row) => ({
          wearerId: row.wearer,
          accountId: row.account,
          followId: row.follow,
          firstName: row.first_name,
          email: row.email,
          settings: settingsOf(row),
        }));
    },
    async save(wearerId: number, accountId: number, settings: OwnAlarms, now: number): Promise<void> {
      const row = rowOf(settings, now);
      await db
        .insertInto('alarm_recipients')
        .values({ wearer_id: wearerId, account_id: accountId, ...row })
        .onConflict((conflict) => conflict.columns(['wearer_id', 'account_id']).doUpdateSet(row))
        .execute();
    },
    /** When the account no longer follows the wearer. */
    async remove(wearerId: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('alarm_recipients')
        .where('wearer_id', '=', wearerId)
        .where('account_id', '=', accountId)
        .execute();
    },
  };
}

const rightsOf = (role: Role | null, rights: string): ReadonlySet<Right> =>
  role === null ? ownersRights : rightsIn(role, rights);

type Nullable<T> = { [K in keyof T]: T[K] | null };
type Row = Nullable<Omit<AlarmTables['alarm_recipients'], 'wearer_id' | 'account_id'>> & {
  role: Role | null;
  wearers_time_zone: string | null;
};

/** Without settings of their own, owner and carers are on duty, and followers are not. */
function settingsOf(row: Row): OwnAlarms {
  const { on_duty, plan, rank_on_duty, rank_off_duty, quiet_from, quiet_until } = row;
  const isOnAtFirst = row.role !== 'follower';
  return {
    onDuty: plan === null ? (on_duty === null ? isOnAtFirst : on_duty === 1) : JSON.parse(plan),
    mildestRank: {
      onDuty: rank_on_duty ?? MILDEST_RANK.onDuty,
      offDuty: rank_off_duty ?? MILDEST_RANK.offDuty,
    },
    quietHours: hoursOf(quiet_from, quiet_until),
    timeZone: row.time_zone ?? row.wearers_time_zone ?? defaultLamps.timeZone,
    weeklyMail: row.weekly_mail_at !== null,
  };
}

const hoursOf = (fromMinute: number | null, untilMinute: number | null): DailyHours | null =>
  fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute };

const rowOf = ({ onDuty, mildestRank, quietHours, timeZone, weeklyMail }: OwnAlarms, now: number) => ({
  on_duty: Number(onDuty === true),
  plan: typeof onDuty === 'boolean' ? null : JSON.stringify(onDuty),
  rank_on_duty: mildestRank.onDuty,
  rank_off_duty: mildestRank.offDuty,
  quiet_from: quietHours?.fromMinute ?? null,
  quiet_until: quietHours?.untilMinute ?? null,
  time_zone: timeZone,
  weekly_mail_at: weeklyMail ? nextWeeklyMailAt(now, timeZone) : null,
});
