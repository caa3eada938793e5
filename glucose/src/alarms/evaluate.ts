import { type DailyHours, isDuring } from '../series/local-time.ts';
import { glucoseFamilies, type Judged, judgeReading, judgeTime, LOST_AFTER_MS } from './active-kinds.ts';
import { type AlarmReading, FRESH_MS, ofNewestOrigin, usableReadings } from './alarm-readings.ts';
import { type AlarmNotification, type EndCause, endEpisode, type Moment, updateEpisode } from './episodes.ts';
import { type AlarmFamily, type AlarmKind, alarmFamilies } from './kinds.ts';
import { liveSnoozes } from './live-snoozes.ts';
import { nextEvaluationAt } from './next-evaluation.ts';
import { hasGlucoseAlarms, overdueAt, type SourceDelay, shownLateMs } from './no-data.ts';
import { RESUME_MS, resumeState } from './pauses.ts';
import type { AlarmRules, AlarmSettings } from './settings.ts';
import { slopeOf } from './slope.ts';
import { type AlarmSnooze, mutedKinds } from './snoozes.ts';
import type { AlarmState, Episode } from './state.ts';

/**
 * What alarms of a wearer depend on.
 *
 * `readings` in any order, at least those of the last `readingsNeededMs`, and the newest however old it is
 * `night`    the wearer's night; null: it is always day
 * `snoozes`  those for everybody; "just me" is a matter of delivery
 * `source`   of the connection that gave the newest reading
 */
export type AlarmInput = {
  readings: readonly AlarmReading[];
  settings: AlarmSettings;
  night: DailyHours | null;
  timeZone: string;
  state: AlarmState;
  snoozes: readonly AlarmSnooze[];
  source: SourceDelay;
};

/**
 * What an evaluation decided. `notifications`: the worst first. `endedSnoozes`: kinds whose snoozes are to be deleted.
 * `nextAt`: when to evaluate again if no reading comes, always later than now; null: not before a reading.
 */
export type AlarmEvaluation = {
  state: AlarmState;
  notifications: readonly AlarmNotification[];
  endedSnoozes: readonly AlarmKind[];
  nextAt: number | null;
};

/**
 * Decides about all alarms of one wearer. To be called after each new reading, at `nextAt`, and when settings or snoozes
 * have changed; calling it more often changes nothing.
 *
 * Units   mg/dL; epoch milliseconds.
 * Edges   an alarm about glucose starts only with the newest reading, and only if that is at most 10 minutes old. A
 *         reading behind a newer one, which was evaluated, starts and prolongs nothing; it counts for the trend. After a
 *         pause of evaluations an old reading says nothing for five minutes. Nothing but a snooze or a good trend keeps
 *         an alarm from ringing.
 * Empty   without any reading nothing is decided: a source that never gave one has lost none.
 * Throws  RangeError for a name that is no time zone.
 */
export function evaluateAlarms(input: AlarmInput, now: number): AlarmEvaluation {
  const before = resumeState(input.state, now);
  const readings = usableReadings(input.readings, now);
  const newest = readings.at(-1);
  if (newest === undefined) return undecided(before, now, null);
  const isFresh = now - newest.takenAt - shownLateMs(input.source) <= FRESH_MS;
  const resumedUntil = before.resumedAt + RESUME_MS;
  if (!isFresh && now < resumedUntil) return undecided(withSnoozes(before, input, now), now, resumedUntil);

  const { night, timeZone, settings } = input;
  const rules = night !== null && isDuring(night, timeZone, now) ? settings.night : settings.day;
  const isNewReading = isFresh && newest.takenAt > before.judgedAt;
  const ofOrigin = ofNewestOrigin(readings);
  const perMinute = isFresh ? slopeOf(ofOrigin) : null;
  const facts = { input, before, rules, readings: ofOrigin, newest, isFresh, isNewReading, perMinute, now };
  const judged = judgeAll(facts);

  const active = new Set(judged.flatMap(({ active: kinds }) => kinds));
  const snoozes = liveSnoozes(input.snoozes, active, before, { isFresh, now });
  const moment = { now, newest, isNewReading, perMinute, muted: mutedKinds(snoozes.live) };
  const { episodes, notifications } = nextEpisodes(judged, before.episodes, moment);
  const state: AlarmState = {
    version: 1,
    evaluatedAt: now,
    judgedAt: isNewReading ? newest.takenAt : before.judgedAt,
    resumedAt: before.resumedAt,
    nextAt: null,
    episodes,
    waiting: Object.fromEntries(judged.flatMap(({ waiting }) => Object.entries(waiting))),
    overSince: snoozes.overSince,
  };
  const nextAt = nextEvaluationAt({ ...input, rules, state, snoozes: snoozes.live, moment });
  return {
    state: { ...state, nextAt },
    notifications: notifications.sort((one, other) => one.rank - other.rank),
    endedSnoozes: snoozes.ended,
    nextAt,
  };
}

type Facts = Omit<Moment, 'muted'> & {
  input: AlarmInput;
  before: AlarmState;
  rules: AlarmRules;
  readings: readonly AlarmReading[];
  isFresh: boolean;
};

/** What is on in a family now, and why it would end if nothing is. */
type JudgedFamily = Judged & { family: AlarmFamily; beganAt: number; cause: EndCause };

function judgeAll(facts: Facts): JudgedFamily[] {
  const data = judgeData(facts);
  const isLost = isTakenOver(data, facts) || facts.now - facts.newest.takenAt >= LOST_AFTER_MS;
  return [data, ...glucoseFamilies.map((family) => judgeGlucose(family, { ...facts, isLost }))];
}

/** Whether missing data ring in place of all else. Snoozed, they silence no other alarm (ALM-20). */
function isTakenOver({ active }: JudgedFamily, { input, before, isFresh, now }: Facts): boolean {
  if (active.length === 0) return false;
  const { live } = liveSnoozes(input.snoozes, new Set(active), before, { isFresh, now });
  return !mutedKinds(live).has('no-data');
}

function judgeGlucose(
  family: (typeof glucoseFamilies)[number],
  facts: Facts & { isLost: boolean },
): JudgedFamily {
  const { input, before, rules, readings, newest, isFresh, isNewReading, perMinute, isLost, now } = facts;
  const previous = before.episodes[family];
  const none = { family, active: [], waiting: {}, beyondAt: 0, noSlopeSince: null, beganAt: newest.takenAt };
  if (!hasGlucoseAlarms(input.source)) return { ...none, cause: 'late-source' };
  if (previous?.active.every((kind) => !rules[kind].isOn)) return { ...none, cause: 'turned-off' };
  if (isLost) return { ...none, cause: 'no-data' };
  const judged = isNewReading
    ? judgeReading(
        family,
        rules,
        { newest, readings, glucose: { mgdl: newest.mgdl, perMinute } },
        { previous, now },
      )
    : judgeTime(family, rules, before, { isFresh, now });
  return { ...none, ...judged, cause: 'recovered' };
}

/** Data are missing until a fresh reading comes, not only until one comes that is a little newer. */
function judgeData({ input, before, rules, newest, isFresh, now }: Facts): JudgedFamily {
  const dueAt = overdueAt(rules, input.source, { ...before, newestAt: newest.takenAt });
  const isOn = rules['no-data'].isOn;
  const isMissing = isOn && !isFresh && (before.episodes['no-data'] !== undefined || now >= dueAt);
  return {
    family: 'no-data',
    active: isMissing ? ['no-data'] : [],
    waiting: {},
    beyondAt: 0,
    noSlopeSince: null,
    beganAt: dueAt,
    cause: isOn ? 'recovered' : 'turned-off',
  };
}

function nextEpisodes(
  judged: readonly JudgedFamily[],
  before: AlarmState['episodes'],
  moment: Moment,
): { episodes: AlarmState['episodes']; notifications: AlarmNotification[] } {
  const episodes: Partial<Record<AlarmFamily, Episode>> = {};
  const notifications: AlarmNotification[] = [];
  for (const next of judged) {
    const { family, active, cause } = next;
    const previous = before[family];
    if (active.length > 0) {
      const { episode, notification } = updateEpisode(family, previous, next, moment);
      episodes[family] = episode;
      if (notification !== null) notifications.push(notification);
    } else if (previous !== undefined) notifications.push(endEpisode(family, previous, cause, moment.newest));
  }
  return { episodes, notifications };
}

/** What somebody has seen or snoozed escalates no further, also while nothing is said about the readings. */
function withSnoozes(state: AlarmState, { snoozes }: AlarmInput, now: number): AlarmState {
  const active = new Set(alarmFamilies.flatMap((family) => state.episodes[family]?.active ?? []));
  const muted = mutedKinds(liveSnoozes(snoozes, active, state, { isFresh: false, now }).live);
  const episodes: Partial<Record<AlarmFamily, Episode>> = { ...state.episodes };
  for (const family of alarmFamilies) {
    const episode = episodes[family];
    if (episode !== undefined && muted.has(episode.kind))
      episodes[family] = { ...episode, ringingSince: null };
  }
  return { ...state, episodes };
}

/** Nothing can be said yet. */
function undecided(state: AlarmState, now: number, nextAt: number | null): AlarmEvaluation {
  return { state: { ...state, evaluatedAt: now, nextAt }, notifications: [], endedSnoozes: [], nextAt };
}
