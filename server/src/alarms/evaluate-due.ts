import {
  type AlarmEvaluation,
  type AlarmSettings,
  alarmKinds,
  evaluateAlarms,
  parseAlarmState,
  readingsNeededMs,
  type SourceDelay,
} from '@tealight/glucose';
import { MINUTE } from '../shared/time-units.ts';
import type { AlarmInputs } from '../store/alarms/alarm-inputs.ts';
import type { ClaimedWatch } from '../store/alarms/alarm-watch.ts';
import { parseAlarmSettings } from '../store/alarms/stored-settings.ts';
import type { WearersReading } from '../store/readings/readings.ts';
import type { AlarmDependencies } from './dependencies.ts';
import { type Decision, recordDecisions } from './record-decisions.ts';

/** A wearer whose evaluation failed is evaluated again after this time: a bug must not silence an alarm for good. */
const AGAIN_MS = 60_000;

/**
 * Evaluates the alarms of wearers that this node has claimed, and stores what was decided in one transaction, with the
 * change of those about whom there is something new. Returns the errors of those who could not be evaluated.
 */
export async function evaluateDue(
  dependencies: AlarmDependencies,
  claimed: readonly ClaimedWatch[],
): Promise<Map<number, unknown>> {
  const { store, now } = dependencies;
  const errors = new Map<number, unknown>();
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
    const { escalatesHighs, snoozes } = input;
    return [{ watch, evaluation: decide(dependencies, watch, own, errors), escalatesHighs, snoozes }];
  });
  const { stored, publish } = await store.transaction(async (inside) => {
    const stored = await recordDecisions(inside, dependencies, decisions);
    const news = stored.filter(({ isNews }) => isNews).map(({ watch }) => watch.wearerId);
    return { stored, publish: await inside.publishWith(news, 'alarms') };
  });
  publish();
  dependencies.onDecided();
  for (const { kind, reason } of stored.flatMap(({ evaluation }) => evaluation.notifications))
    dependencies.count(kind, reason);
  return errors;
}

type Own = { input: AlarmInputs; settings: AlarmSettings; readings: readonly WearersReading[] };

function decide(
  dependencies: AlarmDependencies,
  { wearerId, state }: ClaimedWatch,
  { input, settings, readings }: Own,
  errors: Map<number, unknown>,
): AlarmEvaluation {
  const { now, delayOf } = dependencies;
  const before = parseAlarmState(state);
  try {
    const { source } = input;
    return evaluateAlarms(
      {
        night: input.night,
        timeZone: input.timeZone,
        snoozes: input.snoozes,
        state: before,
        // Nobody is warned of a sensor that is not connected: that was somebody's decision.
        settings: source === null ? allOff(settings) : settings,
        readings: readings.map(({ takenAt, mgdl }) => ({
          takenAt,
          mgdl,
          // Readings of an earlier source tell nothing about the slope of this one, nor how long it has been high.
          origin: source !== null && takenAt >= source.loginSince ? source.name : 'earlier',
        })),
        source:
          source === null
            ? noDelay
            : {
                ...delayOf(source.name),
                since: source.since,
                spreadMs: spreadOf(dependencies, source, wearerId),
              },
      },
      now(),
    );
  } catch (error) {
    errors.set(wearerId, error);
    return { state: before, notifications: [], endedSnoozes: [], nextAt: now() + AGAIN_MS };
  }
}

/** Error codes of a vendor that answers nobody. */
const outages: readonly (string | null)[] = ['unreachable', 'too-many-calls', 'unreadable'];
/** ALM-46: missing data after a vendor's outage are spread over 5 minutes. */
const SPREAD_MS = 5 * MINUTE;
/** Knuth, The Art of Computer Programming 3, §6.4: spreads neighboring numbers. */
const KNUTH = 2_654_435_761;

function spreadOf(
  { isVendor }: AlarmDependencies,
  { name, errorCode }: NonNullable<AlarmInputs['source']>,
  wearerId: number,
): number {
  const isOutage = isVendor(name) && outages.includes(errorCode);
  return isOutage ? (Math.imul(wearerId, KNUTH) >>> 0) % SPREAD_MS : 0;
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
