import {
  type ChartSpan,
  type ProfilePeriod,
  type StatisticsPeriod,
  type StatisticsSettings,
  spanMs,
} from '@tealight/contract';
import { offsetsOf, type Period, periodBefore, type Range, setpointsOf } from '@tealight/glucose';
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

export type StatisticsDependencies = HistoryDependencies & {
  statisticsSettings: { of(wearerId: number): Promise<StatisticsSettings> };
  wearers: { byId(id: number): Promise<{ range: Range | null } | null> };
};

export type Statistics = Disposable & {
  statisticsFor(wearerId: number, period: StatisticsPeriod): Promise<StatisticsAnswer>;
  /** `until`: where it ends, epoch milliseconds; now, without it. */
  chartFor(wearerId: number, span: ChartSpan, until?: number): Promise<ChartAnswer>;
  profileFor(wearerId: number, period: ProfilePeriod): Promise<ProfileAnswer>;
};

/** Statistics, charts and profiles of a wearer's readings up to now. */
export function openStatistics(dependencies: StatisticsDependencies): Statistics {
  // The first use of a time zone takes 13 ms: better now than during a request.
  offsetsOf('UTC', { from: 0, to: 1 });
  const history = openHistory(dependencies);
  const periodUntilNow = (name: StatisticsPeriod | ChartSpan): Period => {
    const to = dependencies.now();
    return { from: to - spanMs(name), to };
  };
  return {
    async statisticsFor(wearerId, name) {
      const period = periodUntilNow(name);
      const { population } = await dependencies.statisticsSettings.of(wearerId);
      const bothPeriods = { from: periodBefore(period).from, to: period.to };
      return statisticsAnswer(await history.seriesFor(wearerId, bothPeriods), period, population);
    },
    async chartFor(wearerId, span, until = Number.POSITIVE_INFINITY) {
      const isPast = until < dependencies.now();
      const period = isPast ? { from: until - spanMs(span), to: until } : periodUntilNow(span);
      const wearer = await dependencies.wearers.byId(wearerId);
      const read = isPast ? history.pastSeriesFor : history.seriesFor;
      const series = await read(wearerId, { ...period, from: period.from - CHART_LEAD_MS });
      return chartAnswer(series, period, wearer?.range ? setpointsOf(wearer.range) : null);
    },
    async profileFor(wearerId, name) {
      const period = periodUntilNow(name);
      const { timeZone } = await dependencies.statisticsSettings.of(wearerId);
      return profileAnswer(await history.seriesFor(wearerId, period), period, timeZone ?? 'UTC');
    },
    [Symbol.dispose]: () => history[Symbol.dispose](),
  };
}
