import { defaultLamps, type LampSettings, type SavedLampSettings } from '@tealight/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import type { LampTable } from '../tables.ts';

/** The settings of a wearer's lamps. */
export type Lamps = {
  settings: LampSettings;
  /** Since when (epoch ms) the lamps show all their colors as a preview; null without one. */
  tryingSince: number | null;
  /** Whether the wearer is announced to Home Assistant on the operator's MQTT broker. */
  homeAssistant: boolean;
};

type SettingsWithoutZone = Omit<LampSettings, 'timeZone'>;
type SavedSettings = Omit<SavedLampSettings, 'timeZone'>;

/** Lamp settings. */
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
      const [row, zone] = await Promise.all([
        db.selectFrom('lamps').selectAll().where('wearer_id', '=', wearerId).executeTakeFirst(),
        db
          .selectFrom('statistics_settings')
          .select('time_zone')
          .where('wearer_id', '=', wearerId)
          .executeTakeFirst(),
      ]);
      const timeZone = zone?.time_zone ?? defaultLamps.timeZone;
      return row === undefined
        ? { settings: { ...defaultLamps, timeZone }, tryingSince: null, homeAssistant: false }
        : {
            settings: { ...toSettings(row), timeZone },
            tryingSince: row.trying_since,
            homeAssistant: row.home_assistant === 1,
          };
    },
    /** Saves all but the time zone, which is stored with the statistics settings. What is absent stays. */
    save: (wearerId: number, settings: SavedSettings) => put(wearerId, toColumns(settings)),
    /** Starts a preview of all colors at `at`. */
    tryOut: (wearerId: number, at: number) => put(wearerId, { trying_since: at }),
    announceHome: (wearerId: number, announce: boolean) =>
      put(wearerId, { home_assistant: announce ? 1 : 0 }),
  };
}

const toColumns = ({
  dayBrightness,
  nightBrightness,
  night,
  inRange,
  alarmRhythm,
  alarmWhenMuted,
}: SavedSettings) => ({
  day_brightness: dayBrightness,
  night_brightness: nightBrightness,
  night_from: night?.fromMinute ?? null,
  night_until: night?.untilMinute ?? null,
  in_range: inRange,
  ...(alarmRhythm !== undefined && { alarm_rhythm: Number(alarmRhythm === 'on') }),
  ...(alarmWhenMuted !== undefined && { alarm_when_muted: Number(alarmWhenMuted) }),
});

const toSettings = (row: Selectable<LampTable>): SettingsWithoutZone => ({
  dayBrightness: row.day_brightness,
  nightBrightness: row.night_brightness,
  night:
    row.night_from === null || row.night_until === null
      ? null
      : { fromMinute: row.night_from, untilMinute: row.night_until },
  inRange: row.in_range,
  alarmRhythm: row.alarm_rhythm === 1 ? 'on' : 'off',
  alarmWhenMuted: row.alarm_when_muted === 1,
});
