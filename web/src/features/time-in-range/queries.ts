import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type ChartSpan,
  type ChosenPeriod,
  type DatePeriod,
  glucoseChart,
  glucoseProfile,
  type ProfilePeriod,
  readStatistics,
  statisticsSettings,
} from '@tealight/contract';
import { call } from '../../data/call.ts';
import { statisticsKey } from '../../data/wearer-queries.ts';
import { queryOf } from './period/chosen-period.ts';

/** The period ends now, so it is refetched even without new readings. */
const REFETCH_MS = 5 * 60_000;
const refetched = {
  refetchInterval: REFETCH_MS,
  refetchIntervalInBackground: false,
  // While the next period loads, the current one is still shown.
  placeholderData: keepPreviousData,
} as const;

/** The statistics of a period, with the period that they are of: the one before is shown while another loads. */
export const statisticsQuery = (chosen: ChosenPeriod) =>
  queryOptions({
    queryKey: [...statisticsKey, 'summary', chosen],
    queryFn: async ({ signal }) => {
      const { data } = await call(readStatistics, { query: queryOf(chosen), signal });
      return { chosen, statistics: data };
    },
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

/** The same beside another chart: while it loads, nothing stands in its place. */
export const furtherChartQuery = (span: ChartSpan, until: number) => ({
  ...chartQuery(span, until),
  placeholderData: () => undefined,
});

export const profileQuery = (chosen: ProfilePeriod | DatePeriod) =>
  queryOptions({
    queryKey: [...statisticsKey, 'profile', chosen],
    queryFn: async ({ signal }) => {
      const { data } = await call(glucoseProfile, { query: queryOf(chosen), signal });
      return { chosen, ...data };
    },
    ...refetched,
  });

export const settingsQuery = queryOptions({
  queryKey: [...statisticsKey, 'settings'],
  queryFn: async ({ signal }) => (await call(statisticsSettings, { signal })).data,
});
