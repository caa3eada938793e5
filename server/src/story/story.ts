import {
  type ChartSpan,
  type ProfilePeriod,
  type StoryPeriod,
  type StorySettings,
  spanMs,
} from '@tealight/contract';
import { offsetsOf, type Period, periodBefore, type Range, setpointsOf } from '@tealight/glucose';
import { type HistoryParts, openHistory } from './history.ts';
import {
  CHART_LEAD_MS,
  type ToldChart,
  type ToldProfile,
  type ToldStatistics,
  tellChart,
  tellProfile,
  tellStatistics,
} from './tell.ts';

export type StoryParts = HistoryParts & {
  storySettings: { of(wearerId: number): Promise<StorySettings> };
  wearers: { byId(id: number): Promise<{ range: Range | null } | null> };
};

export type Story = Disposable & {
  statisticsFor(wearerId: number, period: StoryPeriod): Promise<ToldStatistics>;
  chartFor(wearerId: number, span: ChartSpan): Promise<ToldChart>;
  profileFor(wearerId: number, period: ProfilePeriod): Promise<ToldProfile>;
};

/** The story of a wearer's readings up to now, computed where they are. */
export function openStory(parts: StoryParts): Story {
  // The first time zone that is asked for costs 13 ms: better now than in a wearer's answer.
  offsetsOf('UTC', { from: 0, to: 1 });
  const history = openHistory(parts);
  const lately = (word: StoryPeriod | ChartSpan): Period => {
    const to = parts.now();
    return { from: to - spanMs(word), to };
  };
  return {
    async statisticsFor(wearerId, word) {
      const period = lately(word);
      const { population } = await parts.storySettings.of(wearerId);
      const both = { from: periodBefore(period).from, to: period.to };
      return tellStatistics(await history.seriesFor(wearerId, both), period, population);
    },
    async chartFor(wearerId, span) {
      const period = lately(span);
      const wearer = await parts.wearers.byId(wearerId);
      const series = await history.seriesFor(wearerId, { ...period, from: period.from - CHART_LEAD_MS });
      return tellChart(series, period, wearer?.range ? setpointsOf(wearer.range) : null);
    },
    async profileFor(wearerId, word) {
      const period = lately(word);
      const { timeZone } = await parts.storySettings.of(wearerId);
      return tellProfile(await history.seriesFor(wearerId, period), period, timeZone ?? 'UTC');
    },
    [Symbol.dispose]: () => history[Symbol.dispose](),
  };
}
