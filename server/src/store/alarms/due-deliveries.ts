import type { ChannelKind, Role, SourceErrorCode } from '@tealight/contract';
import { type AlarmKind, alarmDefinitions, type Loudness, type Trend, type Unit } from '@tealight/glucose';
import type { Db } from '../db.ts';
import type { MessageReason } from './alarm-tables.ts';

/** A message to deliver on one channel. Times in epoch ms. */
export type NewDelivery = {
  episodeId: number;
  place: number;
  accountId: number;
  channelId: number;
  what: MessageReason;
  loudness: Loudness;
  rank: number;
  notSeen: { minutes: number; names: readonly string[] } | null;
  expiresAt: number;
};

/** A message that this node may try to deliver until its lease ends, and all that it says. */
export type DueDelivery = Omit<NewDelivery, 'place' | 'episodeId'> & {
  id: number;
  createdAt: number;
  tries: number;
  /** Of a message that was handed over, and that a service rings for until somebody acknowledges it. */
  receipt: string | null;
  channel: { kind: ChannelKind; address: string; hidesValues: boolean };
  episode: {
    id: number;
    name: string;
    kind: AlarmKind;
    mgdl: number;
    takenAt: number;
    trend: Trend | null;
    isEnded: boolean;
    /** A later alarm of the same family goes on. */
    isFollowed: boolean;
    /** Snoozed or seen: it does not ring. */
    isSilent: boolean;
    /** Who has pressed Seen since it last rang; null: nobody, or somebody who has left Tealight. */
    seenBy: string | null;
  };
  /** As the recipient sees the wearer. `role` and `rights` null: the owner. */
  wearer: { id: number; publicId: string; name: string; unit: Unit };
  /** What is wrong with the wearer's source; null: nothing that is known. */
  fault: { source: string; errorCode: SourceErrorCode } | null;
  follow: { role: Role; rights: string } | null;
  isOwner: boolean;
};

/** What these messages say, as things are now; the worst first. */
export async function readDueDeliveries(db: Db, ids: readonly number[]): Promise<DueDelivery[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('alarm_deliveries')
    .innerJoin('alarm_channels', 'alarm_channels.id', 'channel_id')
    .innerJoin('alarm_episodes', 'alarm_episodes.id', 'episode_id')
    .innerJoin('wearers', 'wearers.id', 'alarm_episodes.wearer_id')
    .leftJoin('accounts', 'accounts.id', 'alarm_episodes.seen_by')
    .leftJoin('follows', (join) =>
      join
        .onRef('follows.wearer_id', '=', 'wearers.id')
        .onRef('follows.account_id', '=', 'alarm_deliveries.account_id'),
    )
    .leftJoin('connections', 'connections.wearer_id', 'wearers.id')
    .leftJoin('readings', (join) =>
      join
        .onRef('readings.wearer_id', '=', 'wearers.id')
        .onRef('readings.taken_at', '=', 'alarm_episodes.taken_at'),
    )
    .select(['alarm_deliveries.id', 'alarm_deliveries.account_id', 'channel_id', 'what', 'loudness'])
    .select([
      'alarm_deliveries.rank',
      'not_seen',
      'alarm_deliveries.created_at',
      'expires_at',
      'tries',
      'receipt',
    ])
    .select(['alarm_channels.kind as channel', 'address', 'hides_values', 'first_name'])
    .select(['alarm_episodes.id as episode_id', 'episode', 'alarm_episodes.kind', 'ended_at'])
    .select(['ringing_since', 'rang_at', 'seen_at'])
    .select(['alarm_episodes.mgdl', 'alarm_episodes.taken_at', 'readings.trend', 'role', 'rights'])
    .select(['wearers.id as wearer_id', 'public_id', 'wearers.name', 'wearers.unit', 'alias'])
    .select(['connections.source', 'connections.error_code'])
    .select(['wearers.account_id as owner_id', 'follows.unit as own_unit'])
    .where('alarm_deliveries.id', 'in', ids)
    .orderBy('alarm_deliveries.rank')
    .orderBy('alarm_deliveries.created_at')
    .execute();
  const going = await openEpisodes(
    db,
    rows.filter(({ ended_at }) => ended_at !== null).map(({ wearer_id }) => wearer_id),
  );
  const isFollowed = (row: { wearer_id: number; episode_id: number; kind: AlarmKind }): boolean =>
    going.some(
      ({ wearer_id, id, kind }) =>
        wearer_id === row.wearer_id && id > row.episode_id && familyOf(kind) === familyOf(row.kind),
    );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    channelId: row.channel_id,
    what: row.what,
    loudness: row.loudness,
    rank: row.rank,
    createdAt: row.created_at,
    tries: row.tries,
    receipt: row.receipt,
    notSeen: row.not_seen === null ? null : (JSON.parse(row.not_seen) as DueDelivery['notSeen']),
    expiresAt: row.expires_at,
    channel: { kind: row.channel, address: row.address, hidesValues: row.hides_values === 1 },
    episode: {
      id: row.episode_id,
      name: row.episode,
      kind: row.kind,
      mgdl: row.mgdl,
      takenAt: row.taken_at,
      trend: row.trend,
      isEnded: row.ended_at !== null,
      isFollowed: isFollowed(row),
      isSilent: row.ringing_since === null,
      // Who reacted to a milder kind before has not seen that it became worse.
      seenBy: (row.seen_at ?? 0) >= (row.rang_at ?? 0) ? row.first_name : null,
    },
    wearer: {
      id: row.wearer_id,
      publicId: row.public_id,
      name: row.alias ?? row.name,
      unit: row.own_unit ?? row.unit,
    },
    fault:
      row.source === null || row.error_code === null
        ? null
        : { source: row.source, errorCode: row.error_code },
    follow: row.role === null ? null : { role: row.role, rights: row.rights ?? '' },
    isOwner: row.owner_id === row.account_id,
  }));
}

const familyOf = (kind: AlarmKind) => alarmDefinitions[kind].family;

async function openEpisodes(db: Db, wearerIds: readonly number[]) {
  if (wearerIds.length === 0) return [];
  return db
    .selectFrom('alarm_episodes')
    .select(['id', 'wearer_id', 'kind'])
    .where('wearer_id', 'in', wearerIds)
    .where('ended_at', 'is', null)
    .execute();
}
