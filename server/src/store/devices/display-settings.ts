import { type DisplaySettings, defaultDisplays } from '@tealight/contract';
import type { Db } from '../db.ts';

/** How much history a wearer's displays may read. */
export function displaySettingsStore(db: Db) {
  return {
    async of(wearerId: number): Promise<DisplaySettings> {
      const row = await db
        .selectFrom('display_settings')
        .select('all_history')
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      if (row === undefined) return defaultDisplays;
      return { history: row.all_history === 1 ? 'all' : 'ten-days' };
    },
    async save(wearerId: number, { history }: DisplaySettings): Promise<void> {
      const row = { all_history: Number(history === 'all') };
      await db
        .insertInto('display_settings')
        .values({ wearer_id: wearerId, ...row })
        .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(row))
        .execute();
    },
  };
}
