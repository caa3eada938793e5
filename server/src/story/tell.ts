import type { ReplyOf, storyChart, storyProfile, storyStatistics } from '@tealight/contract';
import {
  bandsOf,
  comparisonOf,
  eventsOf,
  type Period,
  type Population,
  type ProfilePoint,
  periodBefore,
  pointsOf,
  profileOf,
  profileSufficiencyOf,
  type Series,
  type Setpoints,
  statisticsOf,
  tallyOf,
  within,
} from '@tealight/glucose';
import { MINUTE } from '../times.ts';

export type ToldStatistics = ReplyOf<typeof storyStatistics>['data'];
export type ToldChart = ReplyOf<typeof storyChart>['data'];
export type ToldProfile = ReplyOf<typeof storyProfile>['data'];

/** More points than a wide screen has pixels to tell apart in a chart of this height. */
const MOST_POINTS = 720;
/** The line comes in from the left: a reading this much before the period stands into it. */
export const CHART_LEAD_MS = 15 * MINUTE;
/** Events that are listed; all are counted. */
const MOST_EVENTS = 50;

/** Statistics, comparison and events of a period. The series reaches back through the period before it. */
export function tellStatistics(series: Series, period: Period, population: Population): ToldStatistics {
  const of = (stretch: Period) => statisticsOf(tallyOf(within(series, stretch)), stretch, population);
  const current = of(period);
  const before = of(periodBefore(period));
  return {
    period,
    population,
    current,
    before,
    comparison: comparisonOf(current, before),
    events: tellEvents(series, period, population),
  };
}

function tellEvents(series: Series, { from }: Period, population: Population): ToldStatistics['events'] {
  const target = bandsOf(population).find(({ band }) => band === 'target');
  const beyond = (side: 'low' | 'high', limit: number | null | undefined) =>
    // What began before the period and reaches into it belongs to both.
    eventsOf(series, side, limit ?? Number.NaN).filter(({ to }) => to > from);
  const lows = beyond('low', target?.from);
  const highs = beyond('high', target?.to);
  const newest = [...lows, ...highs].sort((one, other) => other.from - one.from).slice(0, MOST_EVENTS);
  return { lows: lows.length, highs: highs.length, newest };
}

/** The chart's points; they may begin a little before the period. */
export function tellChart(series: Series, period: Period, setpoints: Setpoints | null): ToldChart {
  const shown = within(series, { from: period.from - CHART_LEAD_MS, to: period.to });
  return { period, ...pointsOf(shown, MOST_POINTS), setpoints };
}

/** The profile; without points while there are too few days. */
export function tellProfile(series: Series, period: Period, timeZone: string): ToldProfile {
  const sufficiency = profileSufficiencyOf(series, period, timeZone);
  const points = sufficiency.isEnough ? profileOf(series, { period, timeZone }) : [];
  return { period, timeZone, sufficiency, points: points.map(toTenths) };
}

/** Percentiles to a tenth of a mg/dL, which no eye can tell apart: half the length of the answer. */
function toTenths({ percentiles, ...rest }: ProfilePoint): ToldProfile['points'][number] {
  if (percentiles === null) return { ...rest, percentiles };
  const tenth = (mgdl: number) => Math.round(mgdl * 10) / 10;
  const { p5, p25, p50, p75, p95 } = percentiles;
  const tenths = { p5: tenth(p5), p25: tenth(p25), p50: tenth(p50), p75: tenth(p75), p95: tenth(p95) };
  return { ...rest, percentiles: tenths };
}
