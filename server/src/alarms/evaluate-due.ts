import {
  type AlarmEvaluation,
  type AlarmSettings,
  alarmKinds,
  evaluateAlarms,
  parseAlarmState,
  readingsNeededMs,
  type SourceDelay,
  serializeAlarmState,
} from '@tealight/glucose';
import type { AlarmInputs } from '../store/alarms/alarm-inputs.ts';
import { EVERYBODY } from '../store/alarms/alarm-snoozes.ts';
import type { ClaimedWatch } from '../store/alarms/alarm-watch.ts';
import { parseAlarmSettings } from '../store/alarms/stored-settings.ts';
import type { WearersReading } from '../store/readings/readings.ts';
import type { Stores } from '../store/store.ts';
import type { AlarmDependencies } from './dependencies.ts';

/** A wearer whose evaluation failed is evaluated again after this time: a bug must not silence an alarm for good. */
const AGAIN_MS = 60_000;

/** What was decided about a wearer whom this node holds. */
type Decision = { watch: ClaimedWatch; evaluation: AlarmEvaluation };

/**
 * Evaluates the alarms of wearers that this node has claimed, and stores what was decided in one transaction. Returns
 * the wearers about whom there is something to tell.
 */
export async function evaluateDue(
  parts: AlarmDependencies,
  claimed: readonly ClaimedWatch[],
): Promise<number[]> {
  const { store, now } = parts;
  const ids = claimed.map(({ wearerId }) => wearerId);
  const inputs = await store.alarmInputs.of(ids);
  const settings = new Map([...inputs].map(([id, { rules }]) => [id, parseAlarmSettings(rules)]));
  const neededMs = Math.max(0, ...[...settings.values()].map(readingsNeededMs));
  const readings = await store.alarmInputs.readings(ids, now() - neededMs);
  const decisions = claimed.flatMap((watch): Decision[] => {
    const [input, ownSettings] = [inputs.get(watch.wearerId), settings.get(watch.wearerId)];
    // Switched off since it was claimed: its row is gone as well.
    if (input === undefined || ownSettings === undefined) return [];
    const own = { input, settings: ownSettings, readings: readings.get(watch.wearerId) ?? [] };
    return [{ watch, evaluation: decide(parts, watch, own) }];
  });
  const stored = await store.transaction((inside) => record(inside, parts, decisions));
  for (const { kind, reason } of stored.flatMap(({ evaluation }) => evaluation.notifications))
    parts.count(kind, reason);
  return stored.filter(isNews).map(({ watch }) => watch.wearerId);
}

const isNews = ({ evaluation: { notifications, endedSnoozes } }: Decision): boolean =>
  notifications.length > 0 || endedSnoozes.length > 0;

type Own = { input: AlarmInputs; settings: AlarmSettings; readings: readonly WearersReading[] };

function decide(
  { now, delayOf, log }: AlarmDependencies,
  { state }: ClaimedWatch,
  { input, settings, readings }: Own,
): AlarmEvaluation {
  const before = parseAlarmState(state);
  try {
    const { source } = input;
    return evaluateAlarms(
      {
        ...{ night: input.night, timeZone: input.timeZone, snoozes: input.snoozes, state: before },
        // Nobody is warned of a sensor that is not connected: that was somebody's decision.
        settings: source === null ? allOff(settings) : settings,
        readings: readings.map(({ takenAt, mgdl }) => ({
          ...{ takenAt, mgdl },
          // Readings of an earlier source tell nothing about the slope of this one.
          origin: source !== null && takenAt >= source.since ? source.name : 'earlier',
        })),
        source: source === null ? noDelay : delayOf(source.name),
      },
      now(),
    );
  } catch (error) {
    log.error({ event: 'alarms-not-evaluated', err: error });
    return { state: before, notifications: [], endedSnoozes: [], nextAt: now() + AGAIN_MS };
  }
}

const noDelay: SourceDelay = { everyMs: 0, visibleAfterMs: 0 };

function allOff({ day, night }: AlarmSettings): AlarmSettings {
  const off = (rules: AlarmSettings['day']) => {
    const silent = structuredClone(rules);
    for (const kind of alarmKinds) silent[kind].isOn = false;
    return silent;
  };
  return { day: off(day), night: off(night) };
}

async function record(
  { wearers, alarmWatch, alarmEpisodes, alarmSnoozes }: Stores,
  { node, now }: AlarmDependencies,
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const stored: Decision[] = [];
  const inOrder = decisions.toSorted((one, other) => one.watch.wearerId - other.watch.wearerId);
  // Before anything else of theirs, as calls do: so two transactions never wait for each other.
  await wearers.keep(inOrder.map(({ watch }) => watch.wearerId));
  for (const decision of inOrder) {
    const { watch, evaluation } = decision;
    const { wearerId } = watch;
    const { state, notifications, endedSnoozes, nextAt } = evaluation;
    const evaluated = { state: serializeAlarmState(state), nextAt };
    // Another node has claimed the wearer since: what it decides is newer.
    if (!(await alarmWatch.finish(node, watch, evaluated))) continue;
    for (const { episode, kind, rank, ring, reason, mgdl, takenAt } of notifications) {
      const isEnd = reason === 'ended';
      await alarmEpisodes.record(wearerId, { episode, kind, rank, at: now(), ring, isEnd, mgdl, takenAt });
    }
    for (const kind of endedSnoozes) await alarmSnoozes.end(wearerId, kind, EVERYBODY);
    stored.push(decision);
  }
  return stored;
}
