import {
  type ChartSpan,
  glucoseChart,
  glucoseProfile,
  type ProfilePeriod,
  type ReplyOf,
  readStatistics,
  type StatisticsPeriod,
  saveStatisticsSettings,
  statisticsSettings,
} from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Parts } from '../dependencies.ts';

/** The statistics that other parts compute. */
export type Statistics = {
  statisticsFor(wearerId: number, period: StatisticsPeriod): Promise<ReplyOf<typeof readStatistics>['data']>;
  chartFor(wearerId: number, span: ChartSpan, until?: number): Promise<ReplyOf<typeof glucoseChart>['data']>;
  profileFor(wearerId: number, period: ProfilePeriod): Promise<ReplyOf<typeof glucoseProfile>['data']>;
  /** Erases readings older than the wearer's retention period. */
  eraseFor(wearerId: number): Promise<void>;
};

/** Time in range, chart and profile, and the settings that decide how they are calculated. */
export function serveStatistics(api: Api, { statistics, store, changes }: Parts): void {
  serve(api, readStatistics, async ({ query: { period }, principal }) => ({
    data: await statistics.statisticsFor(principal.wearerId, period),
  }));

  serve(api, glucoseChart, async ({ query: { span, until }, principal }) => ({
    data: await statistics.chartFor(
      principal.wearerId,
      span,
      until === undefined ? until : Date.parse(until),
    ),
  }));

  serve(api, glucoseProfile, async ({ query: { period }, principal }) => ({
    data: await statistics.profileFor(principal.wearerId, period),
  }));

  serve(api, statisticsSettings, async ({ principal }) => ({
    data: await store.statisticsSettings.of(principal.wearerId),
  }));

  serve(api, saveStatisticsSettings, async ({ body, principal }) => {
    const before = await store.statisticsSettings.of(principal.wearerId);
    await store.statisticsSettings.save(principal.wearerId, body);
    // The night of the lamps uses the same time zone.
    if (body.timeZone !== null && body.timeZone !== before.timeZone)
      await changes.publish(principal.wearerId, 'range');
    if (body.keepDays !== null) {
      await statistics.eraseFor(principal.wearerId);
      await changes.publish(principal.wearerId, 'readings');
    }
    return { isSuccess: true };
  });
}
