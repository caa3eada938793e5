import { type AlarmKind, glucoseIn, isStale, type Unit } from '@tealight/glucose';
import { openDueQueue } from '../../shared/due-queue.ts';
import { openIncident } from '../../shared/incident.ts';
import type { Log } from '../../shared/log.ts';
import { SECOND } from '../../shared/time-units.ts';

/** What happened longer ago is not sent: nothing is replayed. Own choice: longer than storing and publishing take. */
const EVENT_WINDOW_MS = 30 * SECOND;
const MAX_CONCURRENT_WEARERS = 20;
/** After an error of the store. */
const RETRY_DELAY_MS = 5 * SECOND;

/** Times in epoch ms. `steps`: of the escalation. */
type EpisodeProgress = {
  id: number;
  name: string;
  kind: AlarmKind;
  mgdl: number;
  /** Of the reading with `mgdl`. */
  takenAt: number;
  rangAt: number | null;
  rings: number;
  steps: number;
  endedAt: number | null;
};
/** A connection code that gets the alarms, and how its account sees the wearer. */
type AlarmCode = { code: string; publicId: string; name: string; unit: Unit };

export type AlarmEventsDependencies = {
  store: {
    alarmEvents: {
      episodesOf(wearerId: number, endedAfter: number): Promise<EpisodeProgress[]>;
      codesOf(wearerId: number): Promise<AlarmCode[]>;
    };
  };
  /** Publishes an event below a code of the wearer. What cannot be sent is lost: the alarm rings again. */
  send(event: { wearerId: number; code: string; payload: string }): Promise<void>;
  log: Log;
  /** Epoch ms by the clock that nodes share, as alarms are stored. */
  now: () => number;
};

export type AlarmEvents = Disposable & {
  /** Something about the wearer's alarms has changed. */
  changed(wearerId: number): void;
  /** Drops what was sent about the wearer's alarms: nobody subscribes any more. */
  reset(wearerId: number): void;
};

/** What was sent about an episode. */
type SentProgress = Pick<EpisodeProgress, 'rings' | 'steps'> & { isEnded: boolean };

/**
 * Events about alarms for home automation (ALM-39): one for each ring, that is a repeat or a new step of the escalation,
 * and one for the end of an alarm that rang; none about what happened before this was opened.
 */
export function openAlarmEvents({ store, send, log, now }: AlarmEventsDependencies): AlarmEvents {
  // Monotonic: the machine's clock may be set back.
  const openedAt = performance.now();
  const sent = new Map<number, ReadonlyMap<number, SentProgress>>();
  const queued = new Set<number>();
  const running = new Set<number>();
  let isClosed = false;
  const incident = openIncident(log, 'alarm-events-not-sent', { level: 'warn' });
  const queue = openDueQueue(now, (wearerId) => changed(wearerId));

  const publish = async (wearerId: number): Promise<void> => {
    const at = now();
    const openMs = Math.round(performance.now() - openedAt);
    const recent = { since: at - Math.min(EVENT_WINDOW_MS, openMs), until: at + EVENT_WINDOW_MS };
    const episodes = await store.alarmEvents.episodesOf(wearerId, recent.since);
    const before = sent.get(wearerId);
    const events = episodes.flatMap((episode) => {
      const type = eventTypeOf(episode, before?.get(episode.id), recent);
      return type === null ? [] : [{ type, episode }];
    });
    const codes = events.length === 0 ? [] : await store.alarmEvents.codesOf(wearerId);
    if (episodes.length === 0) sent.delete(wearerId);
    else sent.set(wearerId, new Map(episodes.map((episode) => [episode.id, sentProgressOf(episode)])));
    for (const { type, episode } of events) {
      for (const alarmCode of codes) {
        if (isClosed) return;
        await send({ wearerId, code: alarmCode.code, payload: payloadOf(type, episode, alarmCode, now()) });
      }
    }
  };
  const publishQueued = async (wearerId: number): Promise<void> => {
    queued.delete(wearerId);
    running.add(wearerId);
    try {
      await publish(wearerId);
      incident.worked();
    } catch (error) {
      incident.failed(error);
      queue.set(wearerId, now() + RETRY_DELAY_MS);
    }
    running.delete(wearerId);
  };
  const startNext = () => {
    for (const wearerId of queued) {
      if (isClosed || running.size >= MAX_CONCURRENT_WEARERS) return;
      if (!running.has(wearerId)) void publishQueued(wearerId).then(startNext);
    }
  };
  const changed = (wearerId: number) => {
    queued.add(wearerId);
    startNext();
  };
  return {
    changed,
    reset: (wearerId) => void sent.delete(wearerId),
    [Symbol.dispose]() {
      isClosed = true;
      queued.clear();
      queue[Symbol.dispose]();
    },
  };
}

type EventType = AlarmKind | 'ended';

/** Times in epoch ms. What was stored for later than `until` happened before a clock was set back. */
type Recent = { since: number; until: number };

/** Null: nothing that is new. */
function eventTypeOf(
  { kind, rings, steps, rangAt, endedAt }: EpisodeProgress,
  sent: SentProgress | undefined,
  { since, until }: Recent,
): EventType | null {
  const isRecent = (at: number) => at > since && at <= until;
  if (rangAt === null) return null;
  if (endedAt !== null) return isRecent(endedAt) && sent?.isEnded !== true ? 'ended' : null;
  const hasRung = isRecent(rangAt) && rings > (sent?.rings ?? 0);
  // When a step was is not stored: only what is seen to change is new.
  const hasNewStep = sent !== undefined && steps > sent.steps;
  return hasRung || hasNewStep ? kind : null;
}

const sentProgressOf = ({ rings, steps, endedAt }: EpisodeProgress): SentProgress => ({
  rings,
  steps,
  isEnded: endedAt !== null,
});

/** Source: Home Assistant's MQTT event: `event_type` is required, all else becomes attributes. */
function payloadOf(
  type: EventType,
  { name: episode, kind, mgdl, takenAt }: EpisodeProgress,
  { publicId, name, unit }: AlarmCode,
  now: number,
): string {
  // Without data the last value is old, and must not be mistaken for the present one. An alarm may end because none come.
  const isOld = type === 'no-data' || (type === 'ended' && isStale(takenAt, now));
  const value = isOld ? null : glucoseIn(mgdl, unit);
  return JSON.stringify({ event_type: type, name, kind, value, unit, episode: `${publicId}-${episode}` });
}
