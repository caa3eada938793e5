import type { glucoseChart, glucoseProfile, ReplyOf, readStatistics } from '@tealight/contract';
import {
  bandsOf,
  comparisonOf,
  eventsOf,
  type Period,
  type Population,
  type ProfilePoint,
  pointsOf,
  profileOf,
  profileSufficiencyOf,
  type Series,
  type Setpoints,
  statisticsOf,
  tallyOf,
  within,
} from '@tealight/glucose';
import { MINUTE } from '../shared/time-units.ts';
import type { PeriodInTime } from './periods.ts';

export type StatisticsAnswer = ReplyOf<typeof readStatistics>['data'];
export type ChartAnswer = ReplyOf<typeof glucoseChart>['data'];
export type ProfileAnswer = ReplyOf<typeof glucoseProfile>['data'];

/** More points than a chart on a wide screen can show. */
const CHART_POINTS = 720;
/** Readings this long before the period are included, so that the line starts at the left edge of the chart. */
export const CHART_LEAD_MS = 15 * MINUTE;
/** The most events that are listed; all are counted. */
const LISTED_EVENTS = 50;

/** Statistics, comparison and events of a period. The series also contains the period before it. */
export function statisticsAnswer(
  series: Series,
  { period, before: periodBefore, readUntil }: PeriodInTime,
  population: Population,
): StatisticsAnswer {
  const statisticsFor = (some: Period) => statisticsOf(tallyOf(within(series, some)), some, population);
  const current = statisticsFor(period);
  const before = statisticsFor(periodBefore);
  return {
    period,
    population,
    current,
    before,
    comparison: comparisonOf(current, before),
    events: eventsAnswer(series, { period, readUntil }, population),
  };
}

function eventsAnswer(
  series: Series,
  { period, readUntil }: Pick<PeriodInTime, 'period' | 'readUntil'>,
  population: Population,
): StatisticsAnswer['events'] {
  const target = bandsOf(population).find(({ band }) => band === 'target');
  const eventsBeyond = (side: 'low' | 'high', limit: number | null | undefined) =>
    // An event that starts in one period and ends in the next belongs to both.
    eventsOf(series, { side, limit: limit ?? Number.NaN, until: readUntil }).filter(
      ({ from, to }) => from < period.to && to > period.from,
    );
  const lows = eventsBeyond('low', target?.from);
  const highs = eventsBeyond('high', target?.to);
  const newest = [...lows, ...highs].sort((one, other) => other.from - one.from).slice(0, LISTED_EVENTS);
  return { lows: lows.length, highs: highs.length, newest };
}

/** The points of the chart, which start a little before the period. */
export function chartAnswer(series: Series, period: Period, setpoints: Setpoints | null): ChartAnswer {
  const shown = within(series, { from: period.from - CHART_LEAD_MS, to: period.to });
  return { period, ...pointsOf(shown, CHART_POINTS), setpoints };
}

/** The profile; without points when there are too few days. */
export function profileAnswer(series: Series, period: Period, timeZone: string): ProfileAnswer {
  const sufficiency = profileSufficiencyOf(series, period, timeZone);
  const points = sufficiency.isEnough ? profileOf(series, { period, timeZone }) : [];
  return { period, timeZone, sufficiency, points: points.map(toTenths) };
}

/** Rounds percentiles to a tenth of a mg/dL, which is invisible in a chart and halves the size of the answer. */
function toTenths({ percentiles, ...rest }: ProfilePoint): ProfileAnswer['points'][number] {
  if (percentiles === null) return { ...rest, percentiles };
  const tenth = (mgdl: number) => Math.round(mgdl * 10) / 10;
  const { p5, p25, p50, p75, p95 } = percentiles;
  const tenths = { p5: tenth(p5), p25: tenth(p25), p50: tenth(p50), p75: tenth(p75), p95: tenth(p95) };
  return { ...rest, percentiles: tenths };
}
