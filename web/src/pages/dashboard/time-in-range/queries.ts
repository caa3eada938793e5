import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type ChartSpan,
  type ProfilePeriod,
  type StoryPeriod,
  storyChart,
  storyProfile,
  storySettings,
  storyStatistics,
} from '@tealight/contract';
import { call } from '../../../call.ts';
import { storyKey } from '../../../ui/wearer-queries.ts';

/** A period moves on with the clock even while no reading comes. */
const MOVES_ON_MS = 5 * 60_000;
const moving = {
  refetchInterval: MOVES_ON_MS,
  refetchIntervalInBackground: false,
  // While the next period loads, the present one stays.
  placeholderData: keepPreviousData,
} as const;

export const statisticsQuery = (period: StoryPeriod) =>
  queryOptions({
    queryKey: [...storyKey, 'statistics', period],
    queryFn: async ({ signal }) => (await call(storyStatistics, { query: { period }, signal })).data,
    ...moving,
  });

export const chartQuery = (span: ChartSpan) =>
  queryOptions({
    queryKey: [...storyKey, 'chart', span],
    queryFn: async ({ signal }) => (await call(storyChart, { query: { span }, signal })).data,
    ...moving,
  });

export const profileQuery = (period: ProfilePeriod) =>
  queryOptions({
    queryKey: [...storyKey, 'profile', period],
    queryFn: async ({ signal }) => (await call(storyProfile, { query: { period }, signal })).data,
    ...moving,
  });

export const settingsQuery = queryOptions({
  queryKey: [...storyKey, 'settings'],
  queryFn: async ({ signal }) => (await call(storySettings, { signal })).data,
});
