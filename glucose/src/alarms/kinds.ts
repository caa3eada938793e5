/** The kinds of alarms, the worst first: a kind's rank is its place in this list, 1 to 8. */
export const alarmKinds = [
  'urgent-low',
  'urgent-low-soon',
  'low',
  'no-data',
  'falling-fast',
  'urgent-high',
  'high',
  'rising-fast',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Kinds that are about the same thing: only the worst of them rings, and they share one notification. */
export const alarmFamilies = ['low', 'no-data', 'falling', 'high', 'rising'] as const;
export type AlarmFamily = (typeof alarmFamilies)[number];

/**
 * The numbers that a kind may have.
 *
 * `mgdl`          the threshold, whole mg/dL
 * `minutes`       how old the newest reading may be
 * `mgdlPerMinute` how fast glucose falls or rises
 * `limitMgdl`     a fast fall counts at or below it, a fast rise at or above it; whole mg/dL
 * `afterMinutes`  how long all readings must have been beyond the threshold before the first ring
 */
export const alarmNumbers = ['mgdl', 'minutes', 'mgdlPerMinute', 'limitMgdl', 'afterMinutes'] as const;
export type AlarmNumber = (typeof alarmNumbers)[number];

/** What a number may be, both limits included, and what it is at first. Whole numbers. */
export type NumberLimits = { readonly min: number; readonly max: number; readonly initial: number };

/** How long a snooze may last; `until-readings`: until new readings have come. */
export type SnoozeChoice = number | 'until-readings';

export type AlarmDefinition = {
  readonly family: AlarmFamily;
  readonly isOnAtFirst: boolean;
  readonly numbers: Readonly<Partial<Record<AlarmNumber, NumberLimits>>>;
  /** Null: rings once. */
  readonly repeatMinutes: number | null;
  /** Null: until seen, snoozed or over. */
  readonly maxRepeats: number | null;
  /** In minutes, the shortest first: pressing "Seen" is that one. */
  readonly snoozes: readonly [SnoozeChoice, ...SnoozeChoice[]];
  /** What a snooze of this kind mutes. */
  readonly mutes: readonly AlarmKind[];
};

const limits = (initial: number, min: number, max: number): NumberLimits => ({ initial, min, max });

/**
 * Everything that differs between the kinds, in the order of their ranks.
 *
 * Units   mg/dL and minutes; a fall is positive too: 3 is three mg/dL a minute.
 * Source  urgent low at 55 and soon within 20 minutes, low at 70, high at 250, no data after 20 minutes, a fast change
 *         of 2 or 3 a minute, and repeats of an urgent low every 5 minutes are Dexcom's (user guides of G5 to G7). 70
 *         and 54 are also levels 1 and 2 of Battelino et al., Diabetes Care 2019;42:1593. A high that waits 30 minutes
 *         rings 0.70 instead of 1.04 times a day, measured on 55 days of six people. All other numbers are this
 *         product's own choice.
 *
 * A snoozed forecast does not mute the low itself, because that is news; a snoozed low does not mute the forecast,
 * because that is worse. Nothing but its own snooze mutes an urgent low.
 */
export const alarmDefinitions: Readonly<Record<AlarmKind, AlarmDefinition>> = {
  'urgent-low': {
    family: 'low',
    isOnAtFirst: true,
    repeatMinutes: 5,
    maxRepeats: null,
    numbers: { mgdl: limits(55, 45, 65) },
    snoozes: [15, 30],
    mutes: ['urgent-low', 'urgent-low-soon', 'low'],
  },
  'urgent-low-soon': {
    family: 'low',
    isOnAtFirst: true,
    repeatMinutes: 10,
    maxRepeats: null,
    numbers: {},
    snoozes: [15, 30],
    mutes: ['urgent-low-soon'],
  },
  low: {
    family: 'low',
    isOnAtFirst: true,
    repeatMinutes: 15,
    maxRepeats: null,
    numbers: { mgdl: limits(70, 60, 150), afterMinutes: limits(0, 0, 60) },
    snoozes: [15, 30, 45, 60],
    mutes: ['low'],
  },
  'no-data': {
    family: 'no-data',
    isOnAtFirst: true,
    repeatMinutes: 30,
    maxRepeats: 3,
    numbers: { minutes: limits(20, 15, 120) },
    snoozes: [30, 60, 120, 'until-readings'],
    mutes: ['no-data'],
  },
  'falling-fast': {
    family: 'falling',
    isOnAtFirst: false,
    repeatMinutes: null,
    maxRepeats: null,
    numbers: { mgdlPerMinute: limits(3, 2, 4), limitMgdl: limits(150, 80, 250) },
    snoozes: [30, 60],
    mutes: ['falling-fast'],
  },
  'urgent-high': {
    family: 'high',
    isOnAtFirst: false,
    repeatMinutes: 60,
    maxRepeats: null,
    numbers: { mgdl: limits(350, 200, 400), afterMinutes: limits(15, 0, 120) },
    snoozes: [60, 120, 240],
    mutes: ['urgent-high', 'high'],
  },
  high: {
    family: 'high',
    isOnAtFirst: true,
    repeatMinutes: 120,
    maxRepeats: null,
    numbers: { mgdl: limits(250, 120, 400), afterMinutes: limits(30, 0, 240) },
    snoozes: [60, 120, 240],
    mutes: ['high'],
  },
  'rising-fast': {
    family: 'rising',
    isOnAtFirst: false,
    repeatMinutes: null,
    maxRepeats: null,
    numbers: { mgdlPerMinute: limits(3, 2, 4), limitMgdl: limits(160, 80, 300) },
    snoozes: [30, 60],
    mutes: ['rising-fast'],
  },
};

/** 1 is the worst. */
export const rankOf = (kind: AlarmKind): number => alarmKinds.indexOf(kind) + 1;

/** How urgent an alarm is: ranks 1 and 2, 3 and 4, 5 to 8. */
export type AlarmPriority = 'urgent' | 'important' | 'minor';

/**
 * The priority of an alarm, which devices show by a pattern of light and sound, and not by strength alone (ALM-45).
 *
 * Source  three priorities, distinguished by patterns, are an idea of IEC 60601-1-8; no conformity is claimed, and its flash
 *         rates are not used. Which kinds are how urgent: own choice. A high, also an urgent one, harms after hours, a low
 *         within minutes.
 */
export function priorityOf(rank: number): AlarmPriority {
  if (rank <= 2) return 'urgent';
  return rank <= 4 ? 'important' : 'minor';
}

/** The kinds of each family, the worst first. */
export const kindsOfFamily: Readonly<Record<AlarmFamily, readonly AlarmKind[]>> = {
  low: inFamily('low'),
  'no-data': inFamily('no-data'),
  falling: inFamily('falling'),
  high: inFamily('high'),
  rising: inFamily('rising'),
};

function inFamily(family: AlarmFamily): AlarmKind[] {
  return alarmKinds.filter((kind) => alarmDefinitions[kind].family === family);
}
