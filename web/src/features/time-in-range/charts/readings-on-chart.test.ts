import { expect, test } from 'vitest';
import { indexForKey, nearestTo, readingsOn } from './readings-on-chart.ts';

const MINUTE = 60_000;
const readings = readingsOn({
  period: { from: 0, to: 200 * MINUTE },
  takenAt: [0, 5 * MINUTE, 5 * MINUTE + 1, 60 * MINUTE, 130 * MINUTE],
  mgdl: [100, 110, null, 120, 130],
  setpoints: null,
});

test('[DASH-7] what marks a gap is no reading', () => {
  expect(readings.map(({ index, mgdl }) => [index, mgdl])).toEqual([
    [0, 100],
    [1, 110],
    [3, 120],
    [4, 130],
  ]);
});

test('[DASH-7] a pointer between two readings points at the nearer one', () => {
  expect(nearestTo(readings, 30 * MINUTE)).toBe(1);
  expect(nearestTo(readings, 40 * MINUTE)).toBe(2);
  expect(nearestTo([], 0)).toBeNull();
});

test.each([
  ['ArrowLeft', 3],
  ['Home', 0],
  ['End', 3],
  ['PageDown', 2],
] as const)('[DASH-7] without a place yet, %s begins at the newest reading', (key, place) => {
  expect(indexForKey(key, readings, null)).toBe(place);
});

test('[DASH-7] the page keys go an hour, the arrows a reading, and none leaves the chart', () => {
  expect(indexForKey('PageUp', readings, 1)).toBe(2);
  expect(indexForKey('PageDown', readings, 0)).toBe(0);
  expect(indexForKey('ArrowRight', readings, 3)).toBe(3);
  expect(indexForKey('ArrowDown', readings, 2)).toBe(1);
  expect(indexForKey('a', readings, 2)).toBeNull();
  expect(indexForKey('Home', [], null)).toBeNull();
});
