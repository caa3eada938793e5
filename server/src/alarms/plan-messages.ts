import {
  type AlarmEvaluation,
  type AlarmFamily,
  type AlarmKind,
  type AlarmNotification,
  alarmFamilies,
  type Delivery,
  deliveriesBetweenSteps,
  episodeName,
  escalate,
  type Recipient,
  rankOf,
} from '@tealight/glucose';
import { SECOND } from '../shared/time-units.ts';
import type { AlarmEpisode } from '../store/alarms/alarm-episodes.ts';
import type { MessageReason } from '../store/alarms/alarm-tables.ts';

/** How far an episode has escalated. */
export type Escalated = Pick<AlarmEpisode, 'ringingSince' | 'steps'>;

/**
 * What is to be sent about an episode.
 *
 * `to`      recipients; `rung`: everybody on whose channels it rang
 * `notSeen` who was notified before and has not seen it
 */
export type PlannedMessage = {
  what: MessageReason;
  kind: AlarmKind;
  rank: number;
  to: readonly Delivery[] | 'rung';
  notSeen: { minutes: number; recipients: readonly string[] } | null;
  /** Epoch ms. */
  expiresAt: number;
};

/** An episode after an evaluation, by its name, and the message about it, if there is one. */
export type EpisodePlan = { episode: string; escalated: Escalated; message: PlannedMessage | null };

/** `nextAt`: when the next step is due, epoch ms; null: nothing more is to come. */
export type MessagePlan = { episodes: readonly EpisodePlan[]; nextAt: number | null };

/** How long a message is worth delivering (ALM-31): until the alarm rings again. */
const TTL_S: Readonly<Record<AlarmFamily, number>> = {
  low: 900,
  'no-data': 1800,
  falling: 1800,
  high: 1800,
  rising: 1800,
};
const TTL_OF_KIND_S: Partial<Record<AlarmKind, number>> = { 'urgent-low': 300, 'urgent-low-soon': 600 };

const notYet: Escalated = { ringingSince: null, steps: 0 };

/**
 * Whom to notify after an evaluation: the steps of escalation that are due, repeats, changed texts, and the end. One
 * message for each episode at most. `before`: by the name of the episode, as it was stored.
 */
export function planMessages(
  { state, notifications }: Pick<AlarmEvaluation, 'state' | 'notifications'>,
  before: ReadonlyMap<string, Escalated>,
  people: { recipients: readonly Recipient[]; escalatesHighs: boolean },
  now: number,
): MessagePlan {
  const byName = new Map(notifications.map((one) => [one.episode, one]));
  const times: number[] = [];
  const going = alarmFamilies.flatMap((family): EpisodePlan[] => {
    const episode = state.episodes[family];
    if (episode === undefined) return [];
    const name = episodeName(family, episode);
    const notification = byName.get(name) ?? null;
    const { plan, nextAt } = planEpisode(
      { ...episode, name, family, notification },
      before.get(name) ?? notYet,
      people,
      now,
    );
    if (nextAt !== null) times.push(nextAt);
    return plan === null ? [] : [plan];
  });
  const ended = notifications.filter(({ reason }) => reason === 'ended').map((one) => planEnd(one, now));
  return { episodes: [...going, ...ended], nextAt: times.length > 0 ? Math.min(...times) : null };
}

type Going = {
  name: string;
  family: AlarmFamily;
  kind: AlarmKind;
  ringingSince: number | null;
  notification: AlarmNotification | null;
};

function planEpisode(
  going: Going,
  before: Escalated,
  people: { recipients: readonly Recipient[]; escalatesHighs: boolean },
  now: number,
): { plan: EpisodePlan | null; nextAt: number | null } {
  const { name, kind, ringingSince, notification } = going;
  const steps = ringingSince === before.ringingSince ? before.steps : 0;
  const { due, nextAt } = escalate(
    { kind, ringingSince, isSeen: false, isEnded: false, steps },
    people.recipients,
    people,
    now,
  );
  const about = { kind, rank: rankOf(kind), expiresAt: now + ttlOf(going), notSeen: null };
  const message = ((): PlannedMessage | null => {
    if (due !== null) return { ...about, what: 'rings', to: due.deliveries, notSeen: due.notSeen };
    if (ringingSince === null && before.ringingSince !== null) return { ...about, what: 'seen', to: 'rung' };
    if (notification?.ring) {
      const to = deliveriesBetweenSteps({ kind, steps }, people.recipients, { ring: true, now });
      return { ...about, what: 'rings', to };
    }
    return notification === null ? null : { ...about, what: 'text', to: 'rung' };
  })();
  const escalated = { ringingSince, steps: due?.steps ?? steps };
  const isChanged = message !== null || ringingSince !== before.ringingSince;
  return { plan: isChanged ? { episode: name, escalated, message } : null, nextAt };
}

function planEnd({ episode, kind, family, cause }: AlarmNotification, now: number): EpisodePlan {
  const what = cause === 'recovered' ? 'recovered' : cause === 'no-data' ? 'lost' : 'ended';
  const about = { kind, rank: rankOf(kind), expiresAt: now + ttlOf({ kind, family }), notSeen: null };
  return {
    episode,
    escalated: notYet,
    message: { ...about, what, to: 'rung' },
  };
}

const ttlOf = ({ kind, family }: Pick<Going, 'kind' | 'family'>): number =>
  (TTL_OF_KIND_S[kind] ?? TTL_S[family]) * SECOND;
