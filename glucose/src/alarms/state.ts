import { type AlarmFamily, type AlarmKind, alarmFamilies, alarmKinds, kindsOfFamily } from './kinds.ts';

/** What is going on in one family. Times are epoch milliseconds. */
export type Episode = {
  /** The time of the reading that began it; of missing data, when they became overdue. With the family it names the episode. */
  beganAt: number;
  /** The kind that people see. */
  kind: AlarmKind;
  /** The kinds whose condition holds, the worst first; never empty. */
  active: readonly AlarmKind[];
  /** When each kind rang last, alone or as a part of a worse one. */
  rangAt: Partial<Record<AlarmKind, number>>;
  /** Since when it rings and nobody reacted: the first ring of its worst kind so far, or after a snooze ended. Null: muted. */
  ringingSince: number | null;
  repeats: number;
  /** The time of the last reading beyond a threshold. */
  beyondAt: number;
  /** Since which reading an urgent low soon that is on has had no slope; null: it has one, or is not on. */
  noSlopeSince: number | null;
};

/** What an evaluation remembers for the next one: small JSON, one for each wearer. */
export type AlarmState = {
  version: 1;
  /** 0: never. */
  evaluatedAt: number;
  /** The time of the newest reading that was evaluated. None is evaluated twice, and none behind it. */
  judgedAt: number;
  /** When evaluations began or began again after a pause, or the clock was set back. */
  resumedAt: number;
  /** When the next evaluation was to be at the latest. */
  nextAt: number | null;
  episodes: Partial<Record<AlarmFamily, Episode>>;
  /** Kinds beyond their threshold, and when they will have been for long enough. */
  waiting: Partial<Record<AlarmKind, number>>;
  /** Snoozed kinds whose condition is over, and since when. */
  overSince: Partial<Record<AlarmKind, number>>;
};

export const emptyAlarmState: AlarmState = {
  version: 1,
  evaluatedAt: 0,
  judgedAt: 0,
  resumedAt: 0,
  nextAt: null,
  episodes: {},
  waiting: {},
  overSince: {},
};

export const serializeAlarmState = (state: AlarmState): string => JSON.stringify(state);

/**
 * A stored state. Never throws: what is no state of this version is an empty one, with which at worst an alarm rings
 * once more than it should.
 */
export function parseAlarmState(text: string | null): AlarmState {
  const stored = parsed(text ?? '');
  if (!isRecord(stored) || stored.version !== 1) return emptyAlarmState;
  const { evaluatedAt, judgedAt, resumedAt, nextAt = null } = stored;
  const episodes = episodesOf(stored.episodes);
  const waiting = timesOf(stored.waiting);
  const overSince = timesOf(stored.overSince);
  const isComplete = isTime(evaluatedAt) && isTime(judgedAt) && isTime(resumedAt) && isTimeOrNull(nextAt);
  if (!isComplete || episodes === null || waiting === null || overSince === null) return emptyAlarmState;
  return { version: 1, evaluatedAt, judgedAt, resumedAt, nextAt, episodes, waiting, overSince };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function episodesOf(stored: unknown): AlarmState['episodes'] | null {
  if (!isRecord(stored)) return null;
  const episodes: AlarmState['episodes'] = {};
  for (const [name, value] of Object.entries(stored)) {
    const family = alarmFamilies.find((one) => one === name);
    const episode = family === undefined ? null : episodeOf(value, family);
    if (family === undefined || episode === null) return null;
    episodes[family] = episode;
  }
  return episodes;
}

function episodeOf(stored: unknown, family: AlarmFamily): Episode | null {
  if (!isRecord(stored)) return null;
  // An older version stored no `noSlopeSince`.
  const { beganAt, ringingSince, repeats, beyondAt, noSlopeSince = null } = stored;
  const kinds = kindsOfFamily[family];
  const kind = kinds.find((one) => one === stored.kind);
  const names: readonly unknown[] = Array.isArray(stored.active) ? stored.active : [];
  const active = kinds.filter((one) => names.includes(one));
  const rangAt = timesOf(stored.rangAt);
  const isComplete = isTime(beganAt) && isTimeOrNull(ringingSince) && isTime(repeats) && isTime(beyondAt);
  if (!isComplete || !isTimeOrNull(noSlopeSince)) return null;
  if (kind === undefined || rangAt === null || active.length === 0) return null;
  return { beganAt, kind, active, rangAt, ringingSince, repeats, beyondAt, noSlopeSince };
}

function timesOf(stored: unknown): Partial<Record<AlarmKind, number>> | null {
  if (!isRecord(stored)) return null;
  const times: Partial<Record<AlarmKind, number>> = {};
  for (const [name, value] of Object.entries(stored)) {
    const kind = alarmKinds.find((one) => one === name);
    if (kind === undefined || !isTime(value)) return null;
    times[kind] = value;
  }
  return times;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isTimeOrNull = (value: unknown): value is number | null => value === null || isTime(value);
