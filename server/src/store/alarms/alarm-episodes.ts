import { type AlarmFamily, type AlarmKind, alarmDefinitions, alarmKinds } from '@tealight/glucose';
import { type Selectable, sql } from 'kysely';
import { DAY } from '../../shared/time-units.ts';
import type { Db } from '../db.ts';
import type { AlarmTables } from './alarm-tables.ts';

/** An alarm from its beginning to its end. Times in epoch ms. */
export type AlarmEpisode = {
  id: number;
  wearerId: number;
  /** The kind that people see now, and the worst one that they saw. */
  kind: AlarmKind;
  worstKind: AlarmKind;
  beganAt: number;
  /** Null: it goes on. */
  endedAt: number | null;
  /** The last ring, and how many there were; null: it was snoozed all the time. */
  rangAt: number | null;
  rings: number;
  /** When somebody pressed Seen last, and the account. */
  seenAt: number | null;
  seenBy: number | null;
  /** The newest reading of the episode. */
  mgdl: number;
  takenAt: number;
  /** The lowest reading of a low, the highest of a high. */
  worstMgdl: number;
  /** Since when it rings unseen, and how many steps of escalation were delivered since; null: it is silent. */
  ringingSince: number | null;
  steps: number;
  /** The evaluation's name for it. */
  name: string;
};

/** What an evaluation says about an episode. `episode` names it among the wearer's. */
export type EpisodeChange = {
  episode: string;
  kind: AlarmKind;
  rank: number;
  at: number;
  ring: boolean;
  isEnd: boolean;
  mgdl: number;
  takenAt: number;
};

export type EpisodeCount = { wearerId: number; kind: AlarmKind; alarms: number; seen: number };

/** Episodes are kept this long. */
export const EPISODE_DAYS = 30;
const PAGE = 50;
/** The families that become worse with a higher value. */
const risesWith: readonly AlarmFamily[] = ['high', 'rising'];

const seenStays = {
  seen_at: sql<number | null>`case when alarm_episodes.ended_at is null then alarm_episodes.seen_at end`,
  seen_by: sql<number | null>`case when alarm_episodes.ended_at is null then alarm_episodes.seen_by end`,
};

/** The episodes of wearers' alarms. */
export function alarmEpisodeStore(db: Db) {
  const selectOf = (wearerId: number) =>
    db.selectFrom('alarm_episodes').selectAll().where('wearer_id', '=', wearerId);
  return {
    /** Begins an episode, or changes it; a begun one rings nobody yet. One that had ended begins again unseen. */
    async record(wearerId: number, change: EpisodeChange): Promise<void> {
      const { episode, kind, rank, at, ring, isEnd, mgdl, takenAt } = change;
      const isWorse = risesWith.includes(alarmDefinitions[kind].family)
        ? sql<boolean>`alarm_episodes.worst_mgdl < ${mgdl}`
        : sql<boolean>`alarm_episodes.worst_mgdl > ${mgdl}`;
      await db
        .insertInto('alarm_episodes')
        .values({
          wearer_id: wearerId,
          episode,
          kind,
          worst_rank: rank,
          began_at: at,
          ended_at: isEnd ? at : null,
          rang_at: ring ? at : null,
          rings: Number(ring),
          seen_at: null,
          seen_by: null,
          mgdl,
          worst_mgdl: mgdl,
          taken_at: takenAt,
          ringing_since: null,
        })
        .onConflict((conflict) =>
          conflict.columns(['wearer_id', 'episode']).doUpdateSet((row) => ({
            kind,
            worst_rank: sql<number>`case when alarm_episodes.worst_rank > ${rank} then ${rank} else alarm_episodes.worst_rank end`,
            ended_at: row.ref('excluded.ended_at'),
            ...seenStays,
            rang_at: row.fn.coalesce('excluded.rang_at', 'alarm_episodes.rang_at'),
            rings: row('alarm_episodes.rings', '+', row.ref('excluded.rings')),
            mgdl,
            taken_at: takenAt,
            worst_mgdl: sql<number>`case when ${isWorse} then ${mgdl} else alarm_episodes.worst_mgdl end`,
          })),
        )
        .execute();
    },
    /**
     * Notes how far an alarm has escalated, and returns its id and how many messages there were about it, with one that is
     * to be sent now. Throws for one that is not recorded.
     */
    async notified(
      wearerId: number,
      episode: string,
      {
        ringingSince,
        steps,
        isMessage,
      }: Pick<AlarmEpisode, 'ringingSince' | 'steps'> & { isMessage: boolean },
    ): Promise<{ id: number; messages: number }> {
      return db
        .updateTable('alarm_episodes')
        .set((row) => ({
          ringing_since: ringingSince,
          steps,
          messages: row('messages', '+', Number(isMessage)),
        }))
        .where('wearer_id', '=', wearerId)
        .where('episode', '=', episode)
        .returning(['id', 'messages'])
        .executeTakeFirstOrThrow();
    },
    /** Notes who pressed Seen. */
    async seen(id: number, by: number, at: number): Promise<void> {
      await db.updateTable('alarm_episodes').set({ seen_at: at, seen_by: by }).where('id', '=', id).execute();
    },
    /** Those of these wearers that go on, the oldest first. */
    async openOf(wearerIds: readonly number[]): Promise<AlarmEpisode[]> {
      if (wearerIds.length === 0) return [];
      const rows = await db
        .selectFrom('alarm_episodes')
        .selectAll()
        .where('wearer_id', 'in', wearerIds)
        .where('ended_at', 'is', null)
        .orderBy('id')
        .execute();
      return rows.map(toEpisode);
    },
    /** One that goes on, of this wearer; else null. */
    async findOpen(wearerId: number, id: number): Promise<AlarmEpisode | null> {
      const row = await selectOf(wearerId)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row === undefined ? null : toEpisode(row);
    },
    /** A page, the latest first: those with smaller ids than `before`. */
    async page(
      wearerId: number,
      before: number | null,
    ): Promise<{ episodes: AlarmEpisode[]; hasMore: boolean }> {
      const query = selectOf(wearerId)
        .orderBy('id', 'desc')
        .limit(PAGE + 1);
      const rows = await (before === null ? query : query.where('id', '<', before)).execute();
      return { episodes: rows.slice(0, PAGE).map(toEpisode), hasMore: rows.length > PAGE };
    },
    /** Ends those that go on, when alarms are switched off. */
    async endAll(wearerId: number, endedAt: number): Promise<void> {
      await db
        .updateTable('alarm_episodes')
        .set({ ended_at: endedAt })
        .where('wearer_id', '=', wearerId)
        .where('ended_at', 'is', null)
        .execute();
    },
    /** How many alarms of these wearers began since then and rang, by their worst kind, and how many somebody has seen. */
    async countsSince(wearerIds: readonly number[], since: number): Promise<EpisodeCount[]> {
      if (wearerIds.length === 0) return [];
      const rows = await db
        .selectFrom('alarm_episodes')
        .select(({ fn }) => [
          'wearer_id',
          'worst_rank',
          fn.countAll<number>().as('alarms'),
          fn.count<number>('seen_at').as('seen'),
        ])
        .where('wearer_id', 'in', wearerIds)
        .where('began_at', '>', since)
        .where('rings', '>', 0)
        .groupBy(['wearer_id', 'worst_rank'])
        .orderBy('worst_rank')
        .execute();
      return rows.flatMap(({ wearer_id, worst_rank, alarms, seen }) => {
        const kind = alarmKinds[worst_rank - 1];
        return kind === undefined
          ? []
          : [{ wearerId: wearer_id, kind, alarms: Number(alarms), seen: Number(seen) }];
      });
    },
    async cleanup(now: number): Promise<void> {
      await db
        .deleteFrom('alarm_episodes')
        .where('began_at', '<=', now - EPISODE_DAYS * DAY)
        .where('ended_at', 'is not', null)
        .execute();
    },
  };
}

const toEpisode = (row: Selectable<AlarmTables['alarm_episodes']>): AlarmEpisode => ({
  id: row.id,
  wearerId: row.wearer_id,
  kind: row.kind,
  worstKind: alarmKinds[row.worst_rank - 1] ?? row.kind,
  beganAt: row.began_at,
  endedAt: row.ended_at,
  rangAt: row.rang_at,
  rings: row.rings,
  seenAt: row.seen_at,
  seenBy: row.seen_by,
  mgdl: row.mgdl,
  takenAt: row.taken_at,
  worstMgdl: row.worst_mgdl,
  ringingSince: row.ringing_since,
  steps: row.steps,
  name: row.episode,
});
