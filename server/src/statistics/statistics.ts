import { type ChartSpan, type ChosenPeriod, type StatisticsSettings, spanMs } from '@tealight/contract';
import { offsetsOf, type Period, type Range, setpointsOf } from '@tealight/glucose';
import {
  CHART_LEAD_MS,
  type ChartAnswer,
  chartAnswer,
  type ProfileAnswer,
  profileAnswer,
  type StatisticsAnswer,
  statisticsAnswer,
} from './answers.ts';
import { type HistoryDependencies, openHistory } from './history.ts';
import { periodInTime } from './periods.ts';

export type StatisticsDependencies = HistoryDependencies & {
  statisticsSettings: { of(wearerId: number): Promise<StatisticsSettings> };
  wearers: { byId(id: number): Promise<{ range: Range | null } | null> };
};

export type Statistics = Disposable & {
  /** Null for a period with days that are still to come. */
  statisticsFor(wearerId: number, chosen: ChosenPeriod): Promise<StatisticsAnswer | null>;
  /** `until`: where it ends, epoch milliseconds; now, without it. */
  chartFor(wearerId: number, span: ChartSpan, until?: number): Promise<ChartAnswer>;
  /** Null likewise. */
  profileFor(wearerId: number, chosen: ChosenPeriod): Promise<ProfileAnswer | null>;
};

/** Where nothing else is known. */
const DEFAULT_ZONE = 'UTC';

/** Statistics, charts and profiles of a wearer's readings, up to now or long ago. */
export function openStatistics(dependencies: StatisticsDependencies): Statistics {
  // The first use of a time zone takes 13 ms: better now than during a request.
  offsetsOf('UTC', { from: 0, to: 1 });
  const history = openHistory(dependencies);
  /** Readings up to now come from the cache, those of a period long ago from the store. */
  const seriesFor = (wearerId: number, period: Period, now: number) =>
    (period.to < now ? history.uncachedSeriesFor : history.seriesFor)(wearerId, period);
  return {
    async statisticsFor(wearerId, chosen) {
      const now = dependencies.now();
      const { population, timeZone } = await dependencies.statisticsSettings.of(wearerId);
      const times = periodInTime(chosen, now, timeZone ?? DEFAULT_ZONE);
      if (times === null) return null;
      const series = await seriesFor(wearerId, { from: times.before.from, to: times.readUntil }, now);
      return statisticsAnswer(series, times, population);
    },
    async chartFor(wearerId, span, until = Number.POSITIVE_INFINITY) {
      const now = dependencies.now();
      const to = Math.min(until, now);
      const period = { from: to - spanMs(span), to };
      const wearer = await dependencies.wearers.byId(wearerId);
      const series = await seriesFor(wearerId, { from: period.from - CHART_LEAD_MS, to }, now);
      return chartAnswer(series, period, wearer?.range ? setpointsOf(wearer.range) : null);
    },
    async profileFor(wearerId, chosen) {
      const now = dependencies.now();
      const { timeZone } = await dependencies.statisticsSettings.of(wearerId);
      const times = periodInTime(chosen, now, timeZone ?? DEFAULT_ZONE);
      if (times === null) return null;
      const { period } = times;
      return profileAnswer(await seriesFor(wearerId, period, now), period, timeZone ?? DEFAULT_ZONE);
    },
    [Symbol.dispose]: () => history[Symbol.dispose](),
  };
}
