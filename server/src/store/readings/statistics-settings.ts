import { defaultStatisticsSettings, type StatisticsSettings } from '@tealight/contract';
import type { Db } from '../db.ts';

/** A wearer's time zone (also that of the lamps), population for the goals, and retention period. */
export function statisticsSettingsStore(db: Db) {
  return {
    async of(wearerId: number): Promise<StatisticsSettings> {
      const row = await db
        .selectFrom('statistics_settings')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      if (row === undefined) return defaultStatisticsSettings;
      return { timeZone: row.time_zone, population: row.population, keepDays: row.keep_days };
    },
    /** A null time zone leaves the stored one unchanged. */
    async save(wearerId: number, { timeZone, population, keepDays }: StatisticsSettings): Promise<void> {
      const row = { population, keep_days: keepDays, ...(timeZone !== null && { time_zone: timeZone }) };
      await db
        .insertInto('statistics_settings')
        .values({ wearer_id: wearerId, time_zone: null, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
    async saveTimeZone(wearerId: number, timeZone: string): Promise<void> {
      const { population, keepDays } = defaultStatisticsSettings;
      await db
        .insertInto('statistics_settings')
        .values({ wearer_id: wearerId, time_zone: timeZone, population, keep_days: keepDays })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet({ time_zone: timeZone }))
        .execute();
    },
  };
}
