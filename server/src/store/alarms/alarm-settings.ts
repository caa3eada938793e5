import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { AlarmTables } from './alarm-tables.ts';

/** The alarms of a wearer as they are stored. `rules` is JSON, null for the initial ones; times in epoch ms. */
export type StoredAlarmSettings = {
  isOn: boolean;
  rules: string | null;
  /** Who accepted what alarms cannot do; null: nobody yet. */
  accepted: { by: number; at: number } | null;
  /** Whether highs that nobody has seen reach everybody (ALM-26). */
  escalatesHighs: boolean;
};

const never: StoredAlarmSettings = { isOn: false, rules: null, accepted: null, escalatesHighs: false };

/** Whether a wearer has alarms, and their numbers. */
export function alarmSettingsStore(db: Db) {
  return {
    async of(wearerId: number): Promise<StoredAlarmSettings> {
      const row = await db
        .selectFrom('alarm_settings')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      return row === undefined ? never : toSettings(row);
    },
    async save(
      wearerId: number,
      { isOn, rules, accepted, escalatesHighs }: StoredAlarmSettings,
    ): Promise<void> {
      const row = {
        is_on: Number(isOn),
        rules,
        accepted_by: accepted?.by ?? null,
        accepted_at: accepted?.at ?? null,
        escalates_highs: Number(escalatesHighs),
      };
      await db
        .insertInto('alarm_settings')
        .values({ wearer_id: wearerId, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
  };
}

const toSettings = (row: Selectable<AlarmTables['alarm_settings']>): StoredAlarmSettings => ({
  isOn: row.is_on === 1,
  rules: row.rules,
  accepted:
    row.accepted_by === null || row.accepted_at === null
      ? null
      : { by: row.accepted_by, at: row.accepted_at },
  escalatesHighs: row.escalates_highs === 1,
});
