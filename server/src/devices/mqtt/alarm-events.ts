import { type AlarmKind, glucoseIn, isStale, type Unit } from '@tealight/glucose';
import { openDueQueue } from '../../shared/due-queue.ts';
import { openIncident } from '../../shared/incident.ts';
import type { Log } from '../../shared/log.ts';
import { SECOND } from '../../shared/time-units.ts';

/** What happened longer ago is no event: nothing is ever replayed. Own choice: longer than storing and publishing take. */
const LATE_MS = 30 * SECOND;
/** Wearers read concurrently. */
const SIDE_BY_SIDE = 20;
/** Wait after an error of the store. */
const AGAIN_AFTER_MS = 5 * SECOND;

/** Times in epoch ms. `steps`: of the escalation. */
type Episode = {
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
/** A code, and how its account sees the wearer. */
type Reader = { code: string; publicId: string; name: string; unit: Unit };

export type AlarmEventsParts = {
  store: {
    alarmEvents: {
      episodesOf(wearerId: number, endedAfter: number): Promise<Episode[]>;
      codesOf(wearerId: number): Promise<Reader[]>;
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
  /** Nobody listens: what happens until the next change is no event. */
  forget(wearerId: number): void;
};

/** What was sent about an episode. */
type Known = Pick<Episode, 'rings' | 'steps'> & { isEnded: boolean };

/**
 * Events about alarms for home automation (ALM-39): one for each ring, that is a repeat or a new step of the escalation,
 * and one for the end of an alarm that rang; none about what happened before this was opened.
 */
export function openAlarmEvents({ store, send, log, now }: AlarmEventsParts): AlarmEvents {
  // By a clock that nobody sets: after the machine's was set back, its time of opening would be in the future.
  const openedAt = performance.now();
  const known = new Map<number, ReadonlyMap<number, Known>>();
  const waiting = new Set<number>();
  const busy = new Set<number>();
  let isClosed = false;
  const incident = openIncident(log, 'alarm-events-not-sent', { level: 'warn' });
  const queue = openDueQueue(now, (wearerId) => changed(wearerId));

  const publish = async (wearerId: number): Promise<void> => {
    const at = now();
    const openMs = Math.round(performance.now() - openedAt);
    const recent = { since: at - Math.min(LATE_MS, openMs), until: at + LATE_MS };
    const episodes = await store.alarmEvents.episodesOf(wearerId, recent.since);
    const before = known.get(wearerId);
    const events = episodes.flatMap((episode) => {
      const type = eventTypeOf(episode, before?.get(episode.id), recent);
      return type === null ? [] : [{ type, episode }];
    });
    const readers = events.length === 0 ? [] : await store.alarmEvents.codesOf(wearerId);
    if (episodes.length === 0) known.delete(wearerId);
    else known.set(wearerId, new Map(episodes.map((episode) => [episode.id, knownOf(episode)])));
    for (const { type, episode } of events) {
      for (const reader of readers) {
        if (isClosed) return;
        await send({ wearerId, code: reader.code, payload: payloadOf(type, episode, reader, now()) });
      }
    }
  };
  const work = async (wearerId: number): Promise<void> => {
    waiting.delete(wearerId);
    busy.add(wearerId);
    try {
      await publish(wearerId);
      incident.worked();
    } catch (error) {
      incident.failed(error);
      queue.set(wearerId, now() + AGAIN_AFTER_MS);
    }
    busy.delete(wearerId);
  };
  const next = () => {
    for (const wearerId of waiting) {
      if (isClosed || busy.size >= SIDE_BY_SIDE) return;
      if (!busy.has(wearerId)) void work(wearerId).then(next);
    }
  };
  const changed = (wearerId: number) => {
    waiting.add(wearerId);
    next();
  };
  return {
    changed,
    forget: (wearerId) => void known.delete(wearerId),
    [Symbol.dispose]() {
      isClosed = true;
      waiting.clear();
      queue[Symbol.dispose]();
    },
  };
}

type EventType = AlarmKind | 'ended';

/** Times in epoch ms. What was stored for later than `until` happened before a clock was set back. */
type Recent = { since: number; until: number };

/** Null: nothing that is new. */
function eventTypeOf(
  { kind, rings, steps, rangAt, endedAt }: Episode,
  known: Known | undefined,
  { since, until }: Recent,
): EventType | null {
  const isRecent = (at: number) => at > since && at <= until;
  if (rangAt === null) return null;
  if (endedAt !== null) return isRecent(endedAt) && known?.isEnded !== true ? 'ended' : null;
  const hasRung = isRecent(rangAt) && rings > (known?.rings ?? 0);
  // When a step was is not stored: only what is seen to change is new.
  const hasNewStep = known !== undefined && steps > known.steps;
  return hasRung || hasNewStep ? kind : null;
}

const knownOf = ({ rings, steps, endedAt }: Episode): Known => ({ rings, steps, isEnded: endedAt !== null });

/** Source: Home Assistant's MQTT event: `event_type` is required, all else becomes attributes. */
function payloadOf(type: EventType, about: Episode, reader: Reader, now: number): string {
  const { name: episode, kind, mgdl, takenAt } = about;
  const { publicId, name, unit } = reader;
  // Without data the last value is old, and must not be mistaken for the present one. An alarm may end because none come.
  const isOld = type === 'no-data' || (type === 'ended' && isStale(takenAt, now));
  const value = isOld ? null : glucoseIn(mgdl, unit);
  return JSON.stringify({ event_type: type, name, kind, value, unit, episode: `${publicId}-${episode}` });
}
