import {
  type ChosenPeriod,
  type DatePeriod,
  daysOf,
  type ProfilePeriod,
  type StatisticsPeriod,
  spanMs,
} from '@tealight/contract';
import { DAY_MS, localDayAt } from '@tealight/glucose';
import { formatMoment } from '../../../data/page/page-locale.ts';
import { timeInRangeText } from '../../../text/time-in-range.ts';

/** A profile needs this many days. */
const PROFILE_DAYS = 7;

/** The query of a call about a period. */
export const queryOf = <Word extends StatisticsPeriod>(
  chosen: Word | DatePeriod,
): { period: Word } | DatePeriod => (typeof chosen === 'string' ? { period: chosen } : chosen);

export const lengthInDays = (chosen: ChosenPeriod): number =>
  typeof chosen === 'string' ? spanMs(chosen) / DAY_MS : daysOf(chosen);

/** Whether a period is long enough for a profile. */
export const hasProfile = (chosen: ChosenPeriod): chosen is ProfilePeriod | DatePeriod =>
  lengthInDays(chosen) >= PROFILE_DAYS;

/** Its length inside a sentence: `in the last 7 days`. The number never parts from its word. */
export const lengthText = (chosen: ChosenPeriod): string =>
  chosen === '24h'
    ? timeInRangeText.period.hours({ hours: 24 })
    : timeInRangeText.period.days({ days: lengthInDays(chosen) });

/** Dates in words: `October 18, 2026 to October 31, 2026`. */
export const datesText = ({ from, until }: { from: string; until: string }): string =>
  timeInRangeText.period.dates({ from: longDate(from), until: longDate(until) });

const longDate = (date: string): string =>
  formatMoment(Date.parse(date), { dateStyle: 'long', timeZone: 'UTC' });

/** The date of a moment in a time zone, moved by a number of days: `2026-11-22`. */
export const dateIn = (timeZone: string, at: number, days = 0): string =>
  new Date((localDayAt(at, timeZone) + days) * DAY_MS).toISOString().slice(0, 10);
