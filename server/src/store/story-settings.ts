import { defaultStory, type StorySettings } from '@tealight/contract';
import type { Db } from './db.ts';

export type StorySettingsTable = {
  wearer_id: number;
  time_zone: string | null;
  population: StorySettings['population'];
  /** Null: every reading is kept. */
  keep_days: number | null;
};

export type StorySettingsStore = ReturnType<typeof storySettingsStore>;

/** The time zone of a wearer's days, the goals that count, and how long readings are kept. */
export function storySettingsStore(db: Db) {
  return {
    async of(wearerId: number): Promise<StorySettings> {
      const row = await db
        .selectFrom('story_settings')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      if (row === undefined) return defaultStory;
      return { timeZone: row.time_zone, population: row.population, keepDays: row.keep_days };
    },
    async save(wearerId: number, { timeZone, population, keepDays }: StorySettings): Promise<void> {
      const row = { time_zone: timeZone, population, keep_days: keepDays };
      await db
        .insertInto('story_settings')
        .values({ wearer_id: wearerId, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
  };
}
