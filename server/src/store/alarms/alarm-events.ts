import type { Role } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import { sql } from 'kysely';
import { mayHaveLamps } from '../accounts/connection-codes.ts';
import type { Db } from '../db.ts';
import { rightsIn } from '../people/rights.ts';
import type { AlarmEpisode } from './alarm-episodes.ts';

/** What of an episode makes an event. */
export type EpisodeProgress = Pick<
  AlarmEpisode,
  'id' | 'name' | 'kind' | 'mgdl' | 'takenAt' | 'rangAt' | 'rings' | 'steps' | 'endedAt'
>;

/** A code whose home automation gets the alarms, and how its account sees the wearer. */
export type AlarmCode = { code: string; publicId: string; name: string; unit: Unit };

/** What events about alarms say, and to which codes. */
export function alarmEventStore(db: Db) {
  return {
    /** The wearer's episodes that go on, or ended after that time (epoch ms). */
    async episodesOf(wearerId: number, endedAfter: number): Promise<EpisodeProgress[]> {
      return db
        .selectFrom('alarm_episodes')
        .select(['id', 'episode as name', 'kind', 'mgdl', 'rang_at as rangAt', 'rings', 'steps'])
        .select(['taken_at as takenAt', 'ended_at as endedAt'])
        .where('wearer_id', '=', wearerId)
        .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', endedAfter)]))
        .orderBy('id')
        .execute();
    },
    /** The owner's code, and those of followers who may have lamps and get alarms. */
    async codesOf(wearerId: number): Promise<AlarmCode[]> {
      const owner = db
        .selectFrom('wearers')
        .select(['code', 'public_id', 'name', sql<Unit | null>`unit`.as('unit')])
        .select([sql<Role | null>`cast(null as text)`.as('role'), sql<string>`''`.as('rights')])
        .where('id', '=', wearerId);
      const followers = db
        .selectFrom('follows')
        .innerJoin('wearers', 'wearers.id', 'follows.wearer_id')
        .select((row) => [
          row.ref('follows.code').$notNull().as('code'),
          'public_id',
          row.fn.coalesce('alias', 'name').as('name'),
          row.fn.coalesce('follows.unit', 'wearers.unit').as('unit'),
          sql<Role | null>`follows.role`.as('role'),
          'follows.rights',
        ])
        .where('wearer_id', '=', wearerId)
        .where('follows.code', 'is not', null)
        .where(mayHaveLamps);
      const rows = await owner.unionAll(followers).execute();
      return rows
        .filter(({ role, rights }) => role === null || rightsIn(role, rights).has('get-alarms'))
        .map(({ code, public_id, name, unit }) => ({
          code,
          publicId: public_id,
          name,
          unit: unit ?? 'mg/dL',
        }));
    },
  };
}
