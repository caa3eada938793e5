import type { AlarmSettings } from '@tealight/contract';
import {
  type AlarmKind,
  type AlarmNumber,
  type AlarmSettingsError,
  type AlarmTime,
  alarmDefinitions,
  alarmNumbers,
  alarmSettingsErrors,
  alarmTimes,
  glucoseIn,
  initialAlarmRules,
  type NumberLimits,
  showGlucose,
  thresholdOf,
  type Unit,
} from '@tealight/glucose';

/** What the form holds: numbers as they are typed, in the reader's unit. */
export type KindValues = { isOn: boolean; numbers: Partial<Record<AlarmNumber, string>> };
export type AlarmValues = {
  unit: Unit;
  differsAtNight: boolean;
  day: Record<AlarmKind, KindValues>;
  night: Record<AlarmKind, KindValues>;
};

/** The numbers that are glucose, which are shown in the reader's unit. */
const isGlucose = (number: AlarmNumber): boolean => number === 'mgdl' || number === 'limitMgdl';

/** A stored number as the form shows it: glucose and speeds in the reader's unit. */
export function shownNumber(name: AlarmNumber, value: number, unit: Unit): string {
  if (isGlucose(name)) return showGlucose(value, unit);
  if (name === 'mgdlPerMinute') return unit === 'mg/dL' ? String(value) : glucoseIn(value, unit).toFixed(2);
  return String(value);
}

export const valuesOf = (settings: AlarmSettings, unit: Unit): AlarmValues => ({
  unit,
  differsAtNight: JSON.stringify(settings.day) !== JSON.stringify(settings.night),
  day: valuesOfRules(settings.day, unit),
  night: valuesOfRules(settings.night, unit),
});

function valuesOfRules(rules: AlarmSettings['day'], unit: Unit): Record<AlarmKind, KindValues> {
  return byKind((kind) => {
    const { isOn, ...numbers } = rules[kind];
    const shown = namesOf(kind).map((name) => {
      const value = numbers[name] ?? alarmDefinitions[kind].numbers[name]?.initial ?? 0;
      // A speed is chosen from a list whose values are mg/dL a minute in both units.
      return [name, name === 'mgdlPerMinute' ? String(value) : shownNumber(name, value, unit)];
    });
    return { isOn, numbers: Object.fromEntries(shown) };
  });
}

/** The numbers that a kind has, in the order of the form. */
export const namesOf = (kind: AlarmKind): readonly AlarmNumber[] =>
  alarmNumbers.filter((name) => alarmDefinitions[kind].numbers[name] !== undefined);

/** The settings as they would be saved; a number that is none is not a number (NaN), and an error. */
export function settingsOf({ unit, differsAtNight, day, night }: AlarmValues): AlarmSettings {
  const byDay = rulesOf(day, unit);
  return { day: byDay, night: differsAtNight ? rulesOf(night, unit) : byDay };
}

function rulesOf(values: Record<AlarmKind, KindValues>, unit: Unit): AlarmSettings['day'] {
  return byKind((kind) => {
    const { isOn, numbers } = values[kind];
    const read = namesOf(kind).map((name) => [name, numberOf(kind, name, numbers[name] ?? '', unit)]);
    return { isOn, ...Object.fromEntries(read) };
  });
}

function numberOf(kind: AlarmKind, name: AlarmNumber, text: string, unit: Unit): number {
  const limits = alarmDefinitions[kind].numbers[name];
  const typed = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
  if (limits === undefined || Number.isNaN(typed)) return Number.NaN;
  return isGlucose(name) ? thresholdOf(typed, unit, limits) : typed;
}

/** Speeds are chosen, not typed: each whole number within the limits. */
export const speedChoices = ({ min, max }: NumberLimits): number[] =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** The errors of what is typed, none at night while it is as by day. A number that is missing has no other error. */
export function errorsOf(values: AlarmValues): AlarmSettingsError[] {
  const errors = alarmSettingsErrors(settingsOf(values));
  const shown = errors.filter(({ time }) => values.differsAtNight || time === 'day');
  return shown.map((error) => (isMissing(values, error) ? { ...error, code: 'missing' } : error));
}

const isMissing = (values: AlarmValues, { kind, time, number }: AlarmSettingsError): boolean =>
  number !== null && (values[time][kind].numbers[number] ?? '').trim() === '';

/** The values with one kind changed; by day, also by night while both are alike. */
export function changed(
  values: AlarmValues,
  { kind, time }: { kind: AlarmKind; time: AlarmTime },
  change: KindValues,
): AlarmValues {
  const times = values.differsAtNight ? [time] : alarmTimes;
  const next = {
    ...values,
    ...Object.fromEntries(times.map((one) => [one, { ...values[one], [kind]: change }])),
  };
  if (kind !== 'urgent-low') return next;
  // An urgent low is on by day and at night, or off at both.
  const both = alarmTimes.map((one) => [
    one,
    { ...next[one], 'urgent-low': { ...next[one]['urgent-low'], isOn: change.isOn } },
  ]);
  return { ...next, ...Object.fromEntries(both) };
}

function byKind<Value>(make: (kind: AlarmKind) => Value): Record<AlarmKind, Value> {
  return {
    'urgent-low': make('urgent-low'),
    'urgent-low-soon': make('urgent-low-soon'),
    low: make('low'),
    'no-data': make('no-data'),
    'falling-fast': make('falling-fast'),
    'urgent-high': make('urgent-high'),
    high: make('high'),
    'rising-fast': make('rising-fast'),
  };
}

/** The settings before anybody has changed them. */
export const initialSettings: AlarmSettings = { day: initialAlarmRules, night: initialAlarmRules };
