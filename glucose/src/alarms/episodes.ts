import { MINUTE_MS } from '../series/period.ts';
import { type AlarmReading, FRESH_MS } from './alarm-readings.ts';
import { type AlarmFamily, type AlarmKind, alarmDefinitions, rankOf } from './kinds.ts';
import type { Episode } from './state.ts';

/**
 * Why a notification is sent: an episode began; rings again because nobody reacted; another kind rings, which is worse
 * or had not rung; only its text changed; it ended.
 */
export const alarmReasons = ['began', 'repeated', 'worse', 'text', 'ended'] as const;
export type AlarmReason = (typeof alarmReasons)[number];

/** Why an episode ended: glucose or data are back; data are missing; the kind was switched off; the source became a late one. */
export const endCauses = ['recovered', 'no-data', 'turned-off', 'late-source'] as const;
export type EndCause = (typeof endCauses)[number];

/**
 * What is to be sent about an episode. It replaces what was sent about the same family.
 *
 * `episode`      the same from its beginning to its end
 * `ring`         false: replace the text without a sound
 * `ringingSince` epoch milliseconds from which an escalation counts; null while it is muted
 * `repeat`       which repeat this is; 0 for none
 * `mgdl`         the newest reading, taken at `takenAt`
 */
export type AlarmNotification = {
  episode: string;
  kind: AlarmKind;
  family: AlarmFamily;
  rank: number;
  ring: boolean;
  reason: AlarmReason;
  cause: EndCause | null;
  repeat: number;
  ringingSince: number | null;
  mgdl: number;
  takenAt: number;
};

/** What an episode is compared with. `perMinute`: the slope at a fresh reading, else null. */
export type Moment = {
  now: number;
  newest: AlarmReading;
  isNewReading: boolean;
  perMinute: number | null;
  muted: ReadonlySet<AlarmKind>;
};

/** A change that goes the right way this fast, in mg/dL a minute, holds back repeats. */
const RECOVERING_PER_MINUTE = 1;

/** An episode with the kinds that are on now, at least one, and what is to be sent about it; null for nothing. */
export function updateEpisode(
  family: AlarmFamily,
  previous: Episode | undefined,
  next: Pick<Episode, 'active' | 'beganAt' | 'beyondAt' | 'noSlopeSince'>,
  moment: Moment,
): { episode: Episode; notification: AlarmNotification | null } {
  const { active, beganAt, beyondAt, noSlopeSince } = next;
  const audible = active.find((kind) => !moment.muted.has(kind));
  const kind = audible ?? active[0] ?? previous?.kind ?? 'urgent-low';
  const rangAt = { ...previous?.rangAt, ...(previous && coveredBy(previous, active, moment.muted)) };
  const repeats = previous?.repeats ?? 0;
  const draft: Episode = {
    beganAt: previous?.beganAt ?? beganAt,
    beyondAt,
    noSlopeSince,
    kind,
    active,
    rangAt,
    repeats,
    ringingSince: previous === undefined || moment.muted.has(previous.kind) ? null : previous.ringingSince,
  };
  const ring = isRingDue(draft, moment);
  const isFirstRing = rangAt[kind] === undefined;
  const reason = reasonOf({ kind, previous, ring, isFirstRing, isNewReading: moment.isNewReading });
  const episode = ring ? rung(draft, reason, moment.now) : draft;
  if (reason === null) return { episode, notification: null };
  return {
    episode,
    notification: notificationOf(family, episode, { reason, ring, cause: null }, moment.newest),
  };
}

/** What is sent when an episode ends: never a ring. */
export function endEpisode(
  family: AlarmFamily,
  episode: Episode,
  cause: EndCause,
  newest: AlarmReading,
): AlarmNotification {
  return notificationOf(family, episode, { reason: 'ended', ring: false, cause }, newest);
}

/**
 * When an episode rings next if no reading comes; null when it does not.
 *
 * Edges   a repeat that is held back by a good trend is due when that trend is too old to count.
 */
export function nextRingAt(episode: Episode, moment: Moment): number | null {
  const dueAt = moment.muted.has(episode.kind) ? null : ringDueAt(episode, moment.now);
  if (dueAt === null || dueAt > moment.now) return dueAt;
  return isHeldBack(episode, moment) ? moment.newest.takenAt + FRESH_MS + 1 : null;
}

function isRingDue(episode: Episode, moment: Moment): boolean {
  if (moment.muted.has(episode.kind) || isHeldBack(episode, moment)) return false;
  const dueAt = ringDueAt(episode, moment.now);
  return dueAt !== null && dueAt <= moment.now;
}

/** Now for a kind that has not rung; one that has rung within its repeat time waits for it, also if it ended between. */
function ringDueAt({ kind, rangAt, repeats }: Episode, now: number): number | null {
  const { repeatMinutes, maxRepeats } = alarmDefinitions[kind];
  const last = rangAt[kind];
  if (last === undefined) return now;
  if (repeatMinutes === null || (maxRepeats !== null && repeats >= maxRepeats)) return null;
  return last + repeatMinutes * MINUTE_MS;
}

/** A first ring and the two urgent kinds of lows never are. */
function isHeldBack({ kind, rangAt }: Episode, { perMinute }: Moment): boolean {
  if (perMinute === null || rangAt[kind] === undefined) return false;
  if (kind === 'low') return perMinute >= RECOVERING_PER_MINUTE;
  return (kind === 'high' || kind === 'urgent-high') && perMinute <= -RECOVERING_PER_MINUTE;
}

/**
 * Milder kinds that come up while a worse one rings, or as it ends, have rung with it. What was snoozed did not ring for
 * them.
 */
function coveredBy(
  { active: before, rangAt }: Pick<Episode, 'active' | 'rangAt'>,
  active: readonly AlarmKind[],
  muted: ReadonlySet<AlarmKind>,
): Episode['rangAt'] {
  const covered: Episode['rangAt'] = {};
  for (const kind of active.filter((one) => !before.includes(one))) {
    const worse = before.filter((one) => rankOf(one) < rankOf(kind) && !muted.has(one));
    const last = Math.max(...worse.map((one) => rangAt[one] ?? 0));
    if (last > 0) covered[kind] = last;
  }
  return covered;
}

function rung(episode: Episode, reason: AlarmReason | null, now: number): Episode {
  const isRepeat = reason === 'repeated';
  // A kind that is back has rung before, and still nobody has reacted.
  const isFirstRing = episode.rangAt[episode.kind] === undefined;
  const covered = episode.active.filter((kind) => rankOf(kind) >= rankOf(episode.kind));
  return {
    ...episode,
    rangAt: { ...episode.rangAt, ...Object.fromEntries(covered.map((kind) => [kind, now])) },
    repeats: isRepeat ? episode.repeats + 1 : 0,
    ringingSince: isFirstRing ? now : (episode.ringingSince ?? now),
  };
}

function reasonOf(change: {
  kind: AlarmKind;
  previous: Episode | undefined;
  ring: boolean;
  isFirstRing: boolean;
  isNewReading: boolean;
}): AlarmReason | null {
  const { kind, previous, ring, isFirstRing, isNewReading } = change;
  if (previous === undefined) return 'began';
  const isWorse = rankOf(kind) < rankOf(previous.kind);
  if (isWorse || (ring && isFirstRing && kind !== previous.kind)) return 'worse';
  if (ring) return 'repeated';
  return isNewReading || kind !== previous.kind ? 'text' : null;
}

/** The name of an episode, the same from its beginning to its end. */
export const episodeName = (family: AlarmFamily, { beganAt }: Pick<Episode, 'beganAt'>): string =>
  `${family}-${beganAt}`;

function notificationOf(
  family: AlarmFamily,
  current: Episode,
  what: Pick<AlarmNotification, 'reason' | 'ring' | 'cause'>,
  { mgdl, takenAt }: AlarmReading,
): AlarmNotification {
  const { kind, repeats, ringingSince } = current;
  const repeat = what.reason === 'repeated' ? repeats : 0;
  return {
    episode: episodeName(family, current),
    kind,
    family,
    rank: rankOf(kind),
    ...what,
    repeat,
    ringingSince: what.reason === 'ended' ? null : ringingSince,
    mgdl,
    takenAt,
  };
}
