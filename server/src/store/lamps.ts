import { defaultLamps, type LampSettings } from '@tealight/contract';
import type { Generated, Selectable } from 'kysely';
import type { Db } from './db.ts';

export type LampTable = {
  wearer_id: number;
  /** 0 to 1. */
  day_brightness: number;
  night_brightness: number;
  /** Minutes after midnight in `time_zone`; both null without a night. */
  night_from: number | null;
  night_until: number | null;
  time_zone: string;
  in_range: LampSettings['inRange'];
  trying_since: number | null;
  home_assistant: Generated<number>;
};

/** How a wearer's lamps shall glow. */
export type Lamps = {
  settings: LampSettings;
  /** Since when (epoch ms) they try out all their looks. */
  tryingSince: number | null;
  /** Whether Home Assistant shall find the wearer on a broker of one's own. */
  homeAssistant: boolean;
};

export type LampStore = ReturnType<typeof lampStore>;

/** What the wearer's lamps make of a glow. */
export function lampStore(db: Db) {
  const put = async (wearerId: number, columns: Partial<Omit<Selectable<LampTable>, 'wearer_id'>>) => {
    await db
      .insertInto('lamps')
      .values({ wearer_id: wearerId, ...toColumns(defaultLamps), ...columns })
      .onConflict((conflict) => conflict.column('wearer_id').doUpdateSet(columns))
      .execute();
  };
  return {
    async of(wearerId: number): Promise<Lamps> {
      const row = await db
        .selectFrom('lamps')
        .selectAll()
        .where('wearer_id', '=', wearerId)
        .executeTakeFirst();
      return row === undefined
        ? { settings: defaultLamps, tryingSince: null, homeAssistant: false }
        : {
            settings: toSettings(row),
            tryingSince: row.trying_since,
            homeAssistant: row.home_assistant === 1,
          };
    },
    save: (wearerId: number, settings: LampSettings) => put(wearerId, toColumns(settings)),
    /** All lamps play their looks from `at` on. */
    tryOut: (wearerId: number, at: number) => put(wearerId, { trying_since: at }),
    announceHome: (wearerId: number, announce: boolean) =>
      put(wearerId, { home_assistant: announce ? 1 : 0 }),
  };
}

const toColumns = ({ dayBrightness, nightBrightness, night, timeZone, inRange }: LampSettings) => ({
  day_brightness: dayBrightness,
  night_brightness: nightBrightness,
  night_from: night?.fromMinute ?? null,
  night_until: night?.untilMinute ?? null,
  time_zone: timeZone,
  in_range: inRange,
});

const toSettings = (row: Selectable<LampTable>): LampSettings => ({
  dayBrightness: row.day_brightness,
  nightBrightness: row.night_brightness,
  night:
    row.night_from === null || row.night_until === null
      ? null
      : { fromMinute: row.night_from, untilMinute: row.night_until },
  timeZone: row.time_zone,
  inRange: row.in_range,
});
