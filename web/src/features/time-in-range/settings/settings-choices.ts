import type { StatisticsSettings } from '@tealight/contract';
import { timeInRangeText } from '../../../text/time-in-range.ts';

type Choice = { value: string; label: string };

const ALL = 'all';

/** For how long readings may be kept; what is saved is always among it. */
export function keepChoices({ keepDays }: StatisticsSettings): Choice[] {
  const { keepAll, keepDays: days, keepMonths, keepYears } = timeInRangeText.settings;
  const usual: readonly (readonly [number, string])[] = [
    [90, days({ days: 90 })],
    [180, keepMonths({ months: 6 })],
    [365, keepYears({ years: 1 })],
    [730, keepYears({ years: 2 })],
    [1825, keepYears({ years: 5 })],
  ];
  const choices = usual.map(([kept, label]) => ({ value: String(kept), label }));
  const own = keepDays === null || usual.some(([kept]) => kept === keepDays) ? [] : [ownChoice(keepDays)];
  return [{ value: ALL, label: keepAll }, ...choices.toReversed(), ...own];
}

const ownChoice = (days: number): Choice => ({
  value: String(days),
  label: timeInRangeText.settings.keepDays({ days }),
});

export const keepValue = ({ keepDays }: StatisticsSettings): string =>
  keepDays === null ? ALL : String(keepDays);
export const keepDaysOf = (value: string): number | null => (value === ALL ? null : Number(value));

/** Whether saving would erase readings that are kept so far. */
export const erasesReadings = (saved: StatisticsSettings, draft: StatisticsSettings): boolean =>
  draft.keepDays !== null && (saved.keepDays === null || draft.keepDays < saved.keepDays);

/** Every time zone this browser knows, and the one that is saved. */
export function zoneChoices(saved: string | null): Choice[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(saved === null ? [] : [saved])]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
