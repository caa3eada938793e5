import { type AlarmKind, type AlarmNumber, alarmDefinitions, alarmKinds, alarmNumbers } from './kinds.ts';
import { type AlarmRules, type AlarmSettings, type AlarmTime, alarmTimes, numberOf } from './settings.ts';

/** Everything that can be wrong with alarm settings. */
export const alarmSettingsErrorCodes = [
  'missing',
  /** The kind does not have this number. */
  'unknown',
  'not-whole',
  'too-low',
  'too-high',
  /** A low less than 5 mg/dL (0.3 mmol/L) above the urgent low. */
  'too-near-urgent-low',
  /** An urgent high less than 10 mg/dL (0.6 mmol/L) above the high. */
  'too-near-high',
  /** A high at or below the low. */
  'not-above-low',
  /** An urgent low that is off only by day or only by night. */
  'off-at-one-time',
] as const;
export type AlarmSettingsErrorCode = (typeof alarmSettingsErrorCodes)[number];

/** One error, at the time where it is to be shown. `number` null: on or off. */
export type AlarmSettingsError = {
  kind: AlarmKind;
  time: AlarmTime;
  number: AlarmNumber | null;
  code: AlarmSettingsErrorCode;
};

/** The distance of one edge, so that an urgent low is over before its low is, and an urgent high before its high. */
const LOW_ABOVE_URGENT_LOW_MGDL = 5;
const URGENT_HIGH_ABOVE_HIGH_MGDL = 10;

/**
 * The errors of alarm settings; empty for valid ones.
 *
 * Units   whole mg/dL, whole minutes, whole mg/dL a minute.
 * Edges   limits are allowed. Two thresholds are compared only where both kinds are on and neither has an error.
 */
export function alarmSettingsErrors(settings: AlarmSettings): AlarmSettingsError[] {
  const errors = alarmTimes.flatMap((time) => {
    const single = alarmKinds.flatMap((kind) => numberErrors(settings[time], kind, time));
    const hasError = (kind: AlarmKind) => single.some((error) => error.kind === kind);
    return [...single, ...distanceErrors(settings[time], time, hasError)];
  });
  const off = alarmTimes.filter((time) => !settings[time]['urgent-low'].isOn);
  if (off.length === 1) {
    const [time = 'day'] = off;
    errors.push({ kind: 'urgent-low', time, number: null, code: 'off-at-one-time' });
  }
  return errors;
}

function numberErrors(rules: AlarmRules, kind: AlarmKind, time: AlarmTime): AlarmSettingsError[] {
  return alarmNumbers.flatMap((number) => {
    const code = numberError(rules, kind, number);
    return code === null ? [] : [{ kind, time, number, code }];
  });
}

function numberError(rules: AlarmRules, kind: AlarmKind, name: AlarmNumber): AlarmSettingsErrorCode | null {
  const number = rules[kind][name];
  const limits = alarmDefinitions[kind].numbers[name];
  if (limits === undefined) return number === undefined ? null : 'unknown';
  if (number === undefined) return 'missing';
  if (!Number.isInteger(number)) return 'not-whole';
  if (number < limits.min) return 'too-low';
  return number > limits.max ? 'too-high' : null;
}

function distanceErrors(
  rules: AlarmRules,
  time: AlarmTime,
  hasError: (kind: AlarmKind) => boolean,
): AlarmSettingsError[] {
  const areCompared = (...kinds: AlarmKind[]) => kinds.every((kind) => rules[kind].isOn && !hasError(kind));
  const mgdl = (kind: AlarmKind) => numberOf(rules, kind, 'mgdl');
  const errors: AlarmSettingsError[] = [];
  const add = (kind: AlarmKind, code: AlarmSettingsErrorCode) =>
    errors.push({ kind, time, number: 'mgdl', code });
  if (areCompared('low', 'urgent-low') && mgdl('low') - mgdl('urgent-low') < LOW_ABOVE_URGENT_LOW_MGDL)
    add('low', 'too-near-urgent-low');
  if (areCompared('urgent-high', 'high') && mgdl('urgent-high') - mgdl('high') < URGENT_HIGH_ABOVE_HIGH_MGDL)
    add('urgent-high', 'too-near-high');
  if (areCompared('high', 'low') && mgdl('high') <= mgdl('low')) add('high', 'not-above-low');
  return errors;
}
