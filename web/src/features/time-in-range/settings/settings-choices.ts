import type { StatisticsSettings } from '@tealight/contract';

type Choice = { value: string; label: string };

const usual: readonly (readonly [number, string])[] = [
  [90, '90 days'],
  [180, '6 months'],
  [365, '1 year'],
  [730, '2 years'],
  [1825, '5 years'],
];
const ALL = 'all';

/** For how long readings may be kept; what is saved is always among it. */
export function keepChoices({ keepDays }: StatisticsSettings): Choice[] {
  const choices = usual.map(([days, label]) => ({ value: String(days), label }));
  const own = keepDays === null || usual.some(([days]) => days === keepDays) ? [] : [ownChoice(keepDays)];
  return [{ value: ALL, label: 'for as long as I have an account' }, ...choices.toReversed(), ...own];
}

const ownChoice = (days: number): Choice => ({ value: String(days), label: `${days} days` });

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
