import { expect, test } from 'vitest';
import type { ChartData } from './chart-drawing.ts';
import { joinCharts } from './joined-charts.ts';

const MINUTE = 60_000;
const chartOf = (
  from: number,
  to: number,
  readings: readonly (readonly [number, number | null])[],
): ChartData => ({
  period: { from: from * MINUTE, to: to * MINUTE },
  takenAt: readings.map(([minute]) => minute * MINUTE),
  mgdl: readings.map(([, mgdl]) => mgdl),
  setpoints: null,
});
const rows = ({ takenAt, mgdl }: ChartData) => takenAt.map((at, index) => [at / MINUTE, mgdl[index]]);

const middle = chartOf(100, 200, [
  [95, 90],
  [150, 110],
  [195, 120],
]);

test('[DASH-7] a dragged chart has the readings before and after, each once', () => {
  const older = chartOf(0, 100, [
    [85, 80],
    [95, 91],
  ]);
  const newer = chartOf(200, 300, [
    [190, 119],
    [195, 121],
    [205, 130],
  ]);
  const joined = joinCharts(older, middle, newer);
  expect(rows(joined)).toEqual([
    [85, 80],
    [95, 90],
    [150, 110],
    [195, 120],
    [205, 130],
  ]);
  expect(joined.period).toEqual(middle.period);
});

test('[DASH-7] a gap where two charts meet stays open', () => {
  const older = chartOf(0, 100, [[70, 80]]);
  expect(rows(joinCharts(older, middle, undefined)).slice(0, 3)).toEqual([
    [70, 80],
    [70 + 1 / MINUTE, null],
    [95, 90],
  ]);
});

test('[DASH-7] a chart without readings shows those beside it', () => {
  const older = chartOf(0, 100, [[70, 80]]);
  const newer = chartOf(200, 300, [[205, 130]]);
  expect(rows(joinCharts(older, chartOf(100, 200, []), newer))).toEqual([
    [70, 80],
    [70 + 1 / MINUTE, null],
    [205, 130],
  ]);
});
