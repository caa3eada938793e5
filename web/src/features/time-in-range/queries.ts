import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type ChartSpan,
  glucoseChart,
  glucoseProfile,
  type ProfilePeriod,
  readStatistics,
  type StatisticsPeriod,
  statisticsSettings,
} from '@tealight/contract';
import { call } from '../../data/call.ts';
import { statisticsKey } from '../../data/wearer-queries.ts';

/** The period ends now, so it is refetched even without new readings. */
const REFETCH_MS = 5 * 60_000;
const refetched = {
  refetchInterval: REFETCH_MS,
  refetchIntervalInBackground: false,
  // While the next period loads, the current one is still shown.
  placeholderData: keepPreviousData,
} as const;

export const statisticsQuery = (period: StatisticsPeriod) =>
  queryOptions({
    queryKey: [...statisticsKey, 'summary', period],
    queryFn: async ({ signal }) => (await call(readStatistics, { query: { period }, signal })).data,
    ...refetched,
  });

/** `until`: where the chart ends, epoch milliseconds; null: now. */
export const chartQuery = (span: ChartSpan, until: number | null = null) =>
  queryOptions({
    queryKey: [...statisticsKey, 'chart', span, until],
    queryFn: async ({ signal }) => {
      const end = until === null ? {} : { until: new Date(until).toISOString() };
      return (await call(glucoseChart, { query: { span, ...end }, signal })).data;
    },
    ...refetched,
    ...(until !== null && { refetchInterval: false, staleTime: REFETCH_MS }),
  });

export const profileQuery = (period: ProfilePeriod) =>
  queryOptions({
    queryKey: [...statisticsKey, 'profile', period],
    queryFn: async ({ signal }) => (await call(glucoseProfile, { query: { period }, signal })).data,
    ...refetched,
  });

export const settingsQuery = queryOptions({
  queryKey: [...statisticsKey, 'settings'],
  queryFn: async ({ signal }) => (await call(statisticsSettings, { signal })).data,
});
