import { dayOfDate } from '@tealight/glucose';
import * as z from 'zod/mini';

/** The longest period that can be given by its dates: the longest of those that end now. */
export const MAX_PERIOD_DAYS = 90;

const LocalDate = z.iso.date('Choose a date, such as 2026-11-22');

type Mistake = { path: string[]; message: string };

/** A period of local days in the wearer's time zone; both are included. */
export const DatePeriod = z
  .strictObject({ from: LocalDate, until: LocalDate })
  .check(({ value, issues }) => addIssue(issues, value, mistakeOf(value)));
export type DatePeriod = z.output<typeof DatePeriod>;

/** The same with no day after this one, which only the wearer's time zone can tell. */
export const datePeriodUpTo = (today: string): z.ZodMiniType<DatePeriod> =>
  DatePeriod.check(({ value, issues }) => {
    const isFuture = dayOfDate(value.until) > dayOfDate(today);
    addIssue(issues, value, isFuture ? { path: ['until'], message: FUTURE_DATES } : null);
  });

/** How many days a period has. */
export const daysOf = ({ from, until }: DatePeriod): number => dayOfDate(until) - dayOfDate(from) + 1;

/** What is wrong with a period whose last day has not begun. */
export const FUTURE_DATES = 'Choose dates up to today';

/** The query of a call about a period: one of these words, up to now, or its dates. */
export function periodQuery<const Word extends string>(words: readonly Word[]) {
  return z
    .strictObject({
      period: z.optional(z.enum(words)),
      from: z.optional(LocalDate),
      until: z.optional(LocalDate),
    })
    .check(({ value, issues }) => addIssue(issues, value, queryMistakeOf(value)));
}

type Query = { period?: string | undefined; from?: string | undefined; until?: string | undefined };

function queryMistakeOf({ period, from, until }: Query): Mistake | null {
  const hasDates = from !== undefined || until !== undefined;
  if (period !== undefined) {
    return hasDates ? { path: ['period'], message: 'Give either a period, or from and until' } : null;
  }
  if (!hasDates) return { path: ['period'], message: 'Give a period, or from and until' };
  if (from === undefined) return { path: ['from'], message: 'Give the first day too' };
  if (until === undefined) return { path: ['until'], message: 'Give the last day too' };
  return mistakeOf({ from, until });
}

function mistakeOf(dates: { from: string; until: string }): Mistake | null {
  const days = daysOf(dates);
  if (days < 1) return { path: ['until'], message: 'The last day must not be before the first' };
  return days > MAX_PERIOD_DAYS
    ? { path: ['until'], message: `Choose at most ${MAX_PERIOD_DAYS} days` }
    : null;
}

function addIssue(issues: z.core.$ZodRawIssue[], input: unknown, mistake: Mistake | null): void {
  if (mistake !== null) issues.push({ code: 'custom', input, ...mistake });
}
