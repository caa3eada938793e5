import {
  glucoseChart,
  glucoseProfile,
  type ReplyOf,
  readStatistics,
  type StatisticsNumbers,
  type StatisticsSettings,
  spanMs,
  statisticsPeriods,
  statisticsSettings,
} from '@tealight/contract';
import type { FakeWorld } from './fake-server.ts';

type Statistics = ReplyOf<typeof readStatistics>['data'];
type Chart = ReplyOf<typeof glucoseChart>['data'];
type Profile = ReplyOf<typeof glucoseProfile>['data'];

/** The fixed time of the tests, a Saturday. */
export const NOW = new Date(2026, 10, 21, 12).getTime();
export const MINUTE = 60_000;

/** Statistics of 14 days that meet most goals. */
export const someNumbers = (more: Partial<StatisticsNumbers> = {}): StatisticsNumbers => ({
  readings: 4000,
  coveredMs: 13.9 * 24 * 60 * MINUTE,
  sufficiency: { isEnough: true, coverage: 0.99, sentence: 'Readings cover 99% of these 14 days.' },
  shares: { 'very-low': 0.001, low: 0.02, target: 0.8, high: 0.159, 'very-high': 0.02 },
  lowestMgdl: 52,
  highestMgdl: 301,
  meanMgdl: 137.6,
  sdMgdl: 44.1,
  cvPercent: 32.05,
  gmiPercent: 6.6,
  riskIndex: { score: 21.2, zone: 'B' },
  goals: [
    { measure: 'below', than: 'less', percent: 4, share: 0.021, isMet: true },
    { measure: 'target', than: 'more', percent: 70, share: 0.8, isMet: true },
    { measure: 'above', than: 'less', percent: 25, share: 0.26, isMet: false },
  ],
  ...more,
});

export const someStatistics = (more: Partial<Statistics> = {}): Statistics => ({
  period: { from: NOW - spanMs('14d'), to: NOW },
  population: 'adult',
  current: someNumbers(),
  before: someNumbers({ meanMgdl: 150 }),
  comparison: {
    targetPoints: 6,
    belowPoints: 0,
    abovePoints: -6,
    meanMgdl: -12,
    cvPercent: 1,
    sentence: '6 percentage points more time in target than in the period before: a meaningful change.',
  },
  events: { lows: 0, highs: 0, newest: [] },
  ...more,
});

/** Readings every five minutes up to a minute ago, oldest first. */
export const someChart = (mgdl: readonly (number | null)[], more: Partial<Chart> = {}): Chart => ({
  period: { from: NOW - spanMs('24h'), to: NOW },
  takenAt: mgdl.map((_, index) => NOW - MINUTE - (mgdl.length - 1 - index) * 5 * MINUTE),
  mgdl: [...mgdl],
  setpoints: { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 },
  ...more,
});

export const someProfile = (more: Partial<Profile> = {}): Profile => ({
  period: { from: NOW - spanMs('14d'), to: NOW },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  sufficiency: { isEnough: true, days: 14, sentence: 'This is how 14 days went.' },
  points: Array.from({ length: 96 }, (_, index) => ({
    minute: index * 15,
    days: 14,
    percentiles: { p5: 62, p25: 90, p50: 112 + index / 96, p75: 150, p95: 210 },
  })),
  ...more,
});

/** The statistics of the fake server; a test changes them. */
export type FakeStatistics = {
  statistics: Statistics;
  chart: Chart;
  profile: Profile;
  settings: StatisticsSettings;
  /** The periods and spans that were requested, in order. */
  requested: string[];
};

export function fakeStatistics(more: Partial<FakeStatistics> = {}): FakeStatistics {
  return {
    statistics: someStatistics(),
    chart: someChart([100, 104, 112]),
    profile: someProfile(),
    settings: { timeZone: 'Europe/Berlin', population: 'adult', keepDays: null },
    requested: [],
    ...more,
  };
}

/** The answers of the statistics calls for any period and span. */
export function statisticsAnswers(fake: FakeStatistics): FakeWorld['further'] {
  return {
    [readStatistics.path]: (query) => {
      const dates = datesIn(query);
      if (dates !== null) {
        fake.requested.push(dates);
        return { data: fake.statistics };
      }
      const period = statisticsPeriods.find((word) => word === query.get('period')) ?? '7d';
      fake.requested.push(period);
      return { data: { ...fake.statistics, period: { from: NOW - spanMs(period), to: NOW } } };
    },
    [glucoseChart.path]: (query) => {
      const until = query.get('until');
      fake.requested.push(`chart ${query.get('span')}${until === null ? '' : ` until ${until}`}`);
      return { data: fake.chart };
    },
    [glucoseProfile.path]: (query) => {
      const dates = datesIn(query);
      if (dates !== null) fake.requested.push(`profile ${dates}`);
      return { data: fake.profile };
    },
    [statisticsSettings.path]: () => ({ data: fake.settings }),
  };
}

/** The dates that were asked for: `2026-10-01 to 2026-10-14`. */
function datesIn(query: URLSearchParams): string | null {
  const [from, until] = [query.get('from'), query.get('until')];
  return from === null ? null : `${from} to ${until}`;
}
