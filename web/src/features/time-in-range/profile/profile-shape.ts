import type { glucoseProfile, ReplyOf } from '@tealight/contract';
import { type Band, bandsOf, type Population } from '@tealight/glucose';

export type ProfilePoints = ReplyOf<typeof glucoseProfile>['data']['points'];
type Point = ProfilePoints[number];
type PointWithData = Point & { percentiles: NonNullable<Point['percentiles']> };
type Percentile = keyof PointWithData['percentiles'];

const DAY_MINUTES = 1440;

/** What a profile shows of glucose, mg/dL. */
export type Reach = { bottom: number; top: number };
const BOTTOM = 40;
const MIN_TOP = 250;
/** Where the report of the consensus ends. */
const MAX_TOP = 350;

/** As much as the values need, to the next multiple of 50. */
export function reachOf(points: ProfilePoints): Reach {
  const highest = Math.max(0, ...points.map(({ percentiles }) => percentiles?.p95 ?? 0));
  const top = Math.ceil((highest + 10) / 50) * 50;
  return { bottom: BOTTOM, top: Math.min(MAX_TOP, Math.max(MIN_TOP, top)) };
}

/** How far from the top of the picture a level lies, 0..1; levels beyond its reach lie on its edge. */
export const depthOf = (mgdl: number, { bottom, top }: Reach): number =>
  Math.min(1, Math.max(0, (top - mgdl) / (top - bottom)));

/** The stretch between two percentiles as an SVG path: x in minutes of the day, y the depth. Gaps stay open. */
export function areaPath(points: ProfilePoints, between: [Percentile, Percentile], reach: Reach): string {
  return runsOf(points)
    .map((run) => `M${line(run, between[1], reach)}L${line(run.toReversed(), between[0], reach)}Z`)
    .join('');
}

/** One percentile as an SVG path. */
export const linePath = (points: ProfilePoints, percentile: Percentile, reach: Reach): string =>
  runsOf(points)
    .map((run) => `M${line(run, percentile, reach)}`)
    .join('');

const line = (run: readonly PointWithData[], percentile: Percentile, reach: Reach): string =>
  run
    .map(({ minute, percentiles }) => `${minute},${depthOf(percentiles[percentile], reach).toFixed(4)}`)
    .join('L');

/** Points in a row that have values. The day is a circle: its first point stands at its end too. */
function runsOf(points: ProfilePoints): PointWithData[][] {
  const [first] = points;
  const round = first ? [...points, { ...first, minute: DAY_MINUTES }] : points;
  const runs: PointWithData[][] = [[]];
  for (const point of round) {
    if (hasData(point)) runs.at(-1)?.push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

const hasData = (point: Point): point is PointWithData => point.percentiles !== null;

/** Where each band lies in the picture, from top to bottom, as depths. */
export function bandDepths(population: Population, reach: Reach): { band: Band; from: number; to: number }[] {
  return bandsOf(population)
    .map(({ band, from, to }) => ({
      band,
      from: to === null ? 0 : depthOf(to + 1, reach),
      to: from === null ? 1 : depthOf(from, reach),
    }))
    .reverse();
}

/** Hours of the table: one row each. */
const TABLE_MINUTES = 60;

/** The points that stand in the table. */
export const hourly = (points: ProfilePoints): PointWithData[] =>
  points.filter(hasData).filter(({ minute }) => minute % TABLE_MINUTES === 0);
