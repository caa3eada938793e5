import type { Setpoints } from '../range/range.ts';
import { toMgdl, toMmol, type Unit } from '../units.ts';
import {
  type AlarmKind,
  type AlarmNumber,
  alarmDefinitions,
  alarmNumbers,
  type NumberLimits,
} from './kinds.ts';

/** One kind by day or by night: on or off, and the numbers that the kind has. */
export type AlarmRule = { isOn: boolean } & { [name in AlarmNumber]?: number | undefined };
export type AlarmRules = Readonly<Record<AlarmKind, AlarmRule>>;

/** The rules of a wearer. When it is night, the wearer's own night says. */
export type AlarmSettings = { day: AlarmRules; night: AlarmRules };
export const alarmTimes = ['day', 'night'] as const;
export type AlarmTime = (typeof alarmTimes)[number];

/** The rules before anybody changed them; the same by day and by night. */
export const initialAlarmRules: AlarmRules = {
  'urgent-low': initialRule('urgent-low'),
  'urgent-low-soon': initialRule('urgent-low-soon'),
  low: initialRule('low'),
  'no-data': initialRule('no-data'),
  'falling-fast': initialRule('falling-fast'),
  'urgent-high': initialRule('urgent-high'),
  high: initialRule('high'),
  'rising-fast': initialRule('rising-fast'),
};

function initialRule(kind: AlarmKind): AlarmRule {
  const { isOnAtFirst, numbers } = alarmDefinitions[kind];
  const rule: AlarmRule = { isOn: isOnAtFirst };
  for (const name of alarmNumbers) {
    const allowed = numbers[name];
    if (allowed !== undefined) rule[name] = allowed.initial;
  }
  return rule;
}

/**
 * A number of a rule. A rule that lacks it counts with the initial one, so that a number added to a kind later needs no
 * change of stored rules. Throws a RangeError for a number that the kind does not have.
 */
export function numberOf(rules: AlarmRules, kind: AlarmKind, name: AlarmNumber): number {
  const number = rules[kind][name] ?? alarmDefinitions[kind].numbers[name]?.initial;
  if (number === undefined) throw new RangeError(`${kind} has no ${name}`);
  return number;
}

/**
 * The rules that a form proposes to a wearer whose setpoints are known: their low and high as the thresholds, as near as
 * the limits allow. Afterwards setpoints and thresholds are apart, and changing one never moves the other.
 */
export function proposedAlarmRules({
  lowMgdl,
  highMgdl,
}: Pick<Setpoints, 'lowMgdl' | 'highMgdl'>): AlarmRules {
  return {
    ...initialAlarmRules,
    low: { ...initialAlarmRules.low, mgdl: within(lowMgdl, alarmDefinitions.low.numbers.mgdl) },
    high: { ...initialAlarmRules.high, mgdl: within(highMgdl, alarmDefinitions.high.numbers.mgdl) },
  };
}

/**
 * A typed threshold in whole mg/dL.
 *
 * Edges   a limit typed in mmol/L is that limit, although 3.3 times 18 is 59 and the limit is 60: both are shown as 3.3.
 */
export function thresholdOf(typed: number, unit: Unit, limits: NumberLimits): number {
  if (unit === 'mg/dL') return typed;
  if (typed === toMmol(limits.min)) return limits.min;
  return typed === toMmol(limits.max) ? limits.max : toMgdl(typed);
}

function within(mgdl: number, limits: NumberLimits | undefined): number {
  return Math.min(Math.max(mgdl, limits?.min ?? mgdl), limits?.max ?? mgdl);
}
