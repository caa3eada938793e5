import { defaultLamps, type SourceErrorCode } from '@tealight/contract';
import type { DailyHours } from '@tealight/glucose';
import type { Db } from '../db.ts';
import { readingStore, type WearersReading } from '../readings/readings.ts';
import { EVERYBODY, type Snooze, toSnooze } from './alarm-snoozes.ts';

/** What the alarms of a wearer depend on besides readings. */
export type AlarmInputs = {
  /** JSON; null: the initial ones. */
  rules: string | null;
  night: DailyHours | null;
  timeZone: string;
  /**
   * The connected source; null for none. `since`: when it was connected; `loginSince`: since when its readings come from
   * the same login and person; epoch ms.
   */
  source: { name: string; since: number; loginSince: number; errorCode: SourceErrorCode | null } | null;
  escalatesHighs: boolean;
  /** Those that hold for everybody. */
  snoozes: Snooze[];
};

/** Reads what alarms depend on, for many wearers at once. */
export function alarmInputStore(db: Db) {
  return {
    /** By wearer; those with alarms off are left out. */
    async of(wearerIds: readonly number[]): Promise<Map<number, AlarmInputs>> {
      if (wearerIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('alarm_settings')
        .leftJoin('lamps', 'lamps.wearer_id', 'alarm_settings.wearer_id')
        .leftJoin('statistics_settings', 'statistics_settings.wearer_id', 'alarm_settings.wearer_id')
        .leftJoin('connections', (join) =>
          join
            .onRef('connections.wearer_id', '=', 'alarm_settings.wearer_id')
            .on('connections.state', '!=', 'off'),
        )
        .select([
          'alarm_settings.wearer_id',
          'rules',
          'escalates_highs',
          'night_from',
          'night_until',
          'time_zone',
        ])
        .select(['connections.source', 'connections.created_at', 'login_since', 'error_code'])
        .where('alarm_settings.wearer_id', 'in', wearerIds)
        .where('is_on', '=', 1)
        .execute();
      const snoozes = await db
        .selectFrom('alarm_snoozes')
        .selectAll()
        .where('wearer_id', 'in', wearerIds)
        .where('account_id', '=', EVERYBODY)
        .execute();
      return new Map(
        rows.map((row): [number, AlarmInputs] => [
          row.wearer_id,
          {
            rules: row.rules,
            escalatesHighs: row.escalates_highs === 1,
            night:
              row.night_from === null || row.night_until === null
                ? null
                : { fromMinute: row.night_from, untilMinute: row.night_until },
            timeZone: row.time_zone ?? defaultLamps.timeZone,
            source:
              row.source === null || row.created_at === null
                ? null
                : {
                    name: row.source,
                    since: row.created_at,
                    errorCode: row.error_code,
                    loginSince: row.login_since ?? row.created_at,
                  },
            snoozes: snoozes.filter(({ wearer_id }) => wearer_id === row.wearer_id).map(toSnooze),
          },
        ]),
      );
    },
    /** Readings newer than `since`, and of wearers without one the newest; the oldest first. */
    async readings(wearerIds: readonly number[], since: number): Promise<Map<number, WearersReading[]>> {
      const found = new Map<number, WearersReading[]>(wearerIds.map((wearerId) => [wearerId, []]));
      if (wearerIds.length === 0) return found;
      const rows = await db
        .selectFrom('readings')
        .select(['wearer_id', 'taken_at', 'mgdl', 'trend'])
        .where('wearer_id', 'in', wearerIds)
        .where('taken_at', '>', since)
        .orderBy('taken_at')
        .execute();
      for (const { wearer_id, taken_at, mgdl, trend } of rows)
        found.get(wearer_id)?.push({ wearerId: wearer_id, takenAt: taken_at, mgdl, trend });
      for (const [wearerId, readings] of found) {
        if (readings.length > 0) continue;
        const newest = await readingStore(db).latest(wearerId, 1);
        readings.push(...newest.map((reading) => ({ wearerId, ...reading })));
      }
      return found;
    },
  };
}
