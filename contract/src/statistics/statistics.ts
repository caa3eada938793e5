import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { TimeZone } from '../local-time.ts';
import { SuccessReply } from '../replies.ts';
import { type DatePeriod, periodQuery } from './date-period.ts';
import {
  ProfilePoint,
  StatisticsComparison,
  StatisticsEvent,
  StatisticsNumbers,
  StatisticsPopulation,
} from './statistics-numbers.ts';

/** The periods of the statistics, up to now. */
export const statisticsPeriods = ['24h', '7d', '14d', '30d', '90d'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];
/** The periods of a profile: less than a week is not enough. */
export const profilePeriods = ['7d', '14d', '30d', '90d'] as const;
export type ProfilePeriod = (typeof profilePeriods)[number];
/** A period up to now, or one by its dates. */
export type ChosenPeriod = StatisticsPeriod | DatePeriod;
/** The spans of the chart, up to now. */
export const chartSpans = ['3h', '6h', '12h', '24h'] as const;
export type ChartSpan = (typeof chartSpans)[number];

const HOUR_MS = 3_600_000;

/** The length of a period or a span in milliseconds: `7d`, `24h`. */
export function spanMs(word: StatisticsPeriod | ChartSpan): number {
  return Number.parseInt(word, 10) * (word.endsWith('d') ? 24 * HOUR_MS : HOUR_MS);
}

/** The shortest and the longest retention period, in days. */
export const MIN_KEEP_DAYS = 14;
export const MAX_KEEP_DAYS = 3650;

/** The settings of a wearer's statistics. */
export const StatisticsSettings = z.strictObject({
  /** IANA name, such as `Europe/Berlin`, for statistics and lamps alike; null until a browser has sent its own. Saving null changes nothing. */
  timeZone: z.nullable(TimeZone),
  /** The population whose goals and bands are used. */
  population: StatisticsPopulation,
  /** Readings older than this are erased; null: all are kept. */
  keepDays: z.nullable(
    z
      .int()
      .check(
        z.minimum(MIN_KEEP_DAYS, `Keep at least ${MIN_KEEP_DAYS} days`),
        z.maximum(MAX_KEEP_DAYS, `Keep at most ${MAX_KEEP_DAYS} days, or all`),
      ),
  ),
});
export type StatisticsSettings = z.output<typeof StatisticsSettings>;

/** The defaults. */
export const defaultStatisticsSettings: StatisticsSettings = {
  timeZone: null,
  population: 'adult',
  keepDays: null,
};

const base = '/api/v1/Story';
/** A period, epoch milliseconds, the end not included. */
const Stretch = z.object({ from: z.number(), to: z.number() });

export const readStatistics = {
  title:
    'Time in range and the other numbers of a period, compared with the one before, and its events. A period ends now (`period`), or is given by its first and last day in the wearer’s time zone (`from`, `until`), at most 90 days and none in the future',
  method: 'GET',
  path: `${base}/statistics`,
  access: { right: 'see-history' },
  query: periodQuery(statisticsPeriods),
  reply: z.object({
    data: z.object({
      period: Stretch,
      population: StatisticsPopulation,
      /** Null without readings. */
      current: z.nullable(StatisticsNumbers),
      before: z.nullable(StatisticsNumbers),
      comparison: z.nullable(StatisticsComparison),
      /** Their number, and the newest of them, newest first. */
      events: z.object({ lows: z.number(), highs: z.number(), newest: z.array(StatisticsEvent) }),
    }),
  }),
  problems: [],
} as const satisfies Call;

export const glucoseChart = {
  title: 'The points of the glucose chart; of many readings the extremes stay',
  method: 'GET',
  path: `${base}/chart`,
  access: { right: 'see-day' },
  query: z.strictObject({
    span: z.enum(chartSpans),
    /** Where the chart ends, in ISO 8601; now, without it and for what is later. */
    until: z.optional(z.iso.datetime('Give date and time like 2026-11-22T12:00:00Z')),
  }),
  furtherRight: { fields: ['until'], right: 'see-history' },
  reply: z.object({
    data: z.object({
      period: Stretch,
      /** Two columns: epoch milliseconds, and mg/dL; null in a gap. */
      takenAt: z.array(z.number()),
      mgdl: z.array(z.nullable(z.number())),
      /** The wearer's own, in mg/dL; null until they are set. */
      setpoints: z.nullable(z.object({ lowMgdl: z.number(), inRangeMgdl: z.number(), highMgdl: z.number() })),
    }),
  }),
  problems: [],
} as const satisfies Call;

export const glucoseProfile = {
  title:
    'The ambulatory glucose profile: how the days of a period usually went, by local time of day. The period is given as for the statistics',
  method: 'GET',
  path: `${base}/profile`,
  access: { right: 'see-history' },
  query: periodQuery(profilePeriods),
  reply: z.object({
    data: z.object({
      period: Stretch,
      timeZone: z.string(),
      sufficiency: z.object({ isEnough: z.boolean(), days: z.number(), sentence: z.string() }),
      /** Percentiles in mg/dL; empty while there are too few days. */
      points: z.array(ProfilePoint),
    }),
  }),
  problems: [],
} as const satisfies Call;

export const statisticsSettings = {
  title: 'Time zone, goals, and how long history is kept',
  method: 'GET',
  path: `${base}/settings`,
  access: { right: 'see-day' },
  reply: z.object({ data: StatisticsSettings }),
  problems: [],
} as const satisfies Call;

export const saveStatisticsSettings = {
  title: 'Save time zone, goals, and how long history is kept; what is older is erased at once',
  method: 'POST',
  path: `${base}/settings`,
  access: { right: 'set-range' },
  body: StatisticsSettings,
  reply: SuccessReply,
  problems: [],
} as const satisfies Call;
