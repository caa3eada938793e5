import { expect, test } from 'vitest';
import { type Reading, trends } from './reading.ts';
import { deltaOf, previousOf, trendArrows, trendOf, trendWords } from './trend.ts';

const MINUTE = 60_000;
const reading = (minute: number, mgdl: number): Reading => ({
  takenAt: minute * MINUTE,
  mgdl,
  trend: 'unknown',
});

test.each([
  [-3, 'falling-fast'],
  [-2.99, 'falling'],
  [-2, 'falling'],
  [-1.5, 'falling-slowly'],
  [-1, 'falling-slowly'],
  [-0.99, 'steady'],
  [0, 'steady'],
  [0.99, 'steady'],
  [1, 'rising-slowly'],
  [2, 'rising'],
  [3, 'rising-fast'],
  [Number.NaN, 'unknown'],
] as const)('%d mg/dL a minute is %s', (rate, trend) => {
  expect(trendOf(rate)).toBe(trend);
});

test('[COL-3] every trend has its own word and arrow, so that color is never the only sign', () => {
  expect(new Set(trends.map((trend) => trendWords[trend])).size).toBe(trends.length);
  expect(new Set(trends.map((trend) => trendArrows[trend])).size).toBe(trends.length);
  for (const trend of trends) expect([...trendArrows[trend]]).toHaveLength(1);
});

test('[COL-3] the words and arrows of the trends are these', () => {
  expect(trends.map((trend) => `${trendArrows[trend]} ${trendWords[trend]}`)).toEqual([
    ...['⇈ Rising fast', '↑ Rising', '↗ Rising slowly', '→ Steady'],
    ...['↘ Falling slowly', '↓ Falling', '⇊ Falling fast', '? Trend unknown'],
  ]);
});

test('the change is the current reading minus the previous one, as measured', () => {
  expect(deltaOf(reading(5, 109), reading(0, 112))).toBe(-3);
  expect(deltaOf(reading(1, 115), reading(0, 112))).toBe(3);
});

test('two readings more than fifteen minutes apart have no change', () => {
  expect(deltaOf(reading(15, 109), reading(0, 112))).toBe(-3);
  expect(deltaOf(reading(15.01, 109), reading(0, 112))).toBeNull();
});

test('[DASH-1] no change is known from or to a value that the sensor could not measure', () => {
  expect(deltaOf(reading(5, 39), reading(0, 55))).toBeNull();
  expect(deltaOf(reading(5, 55), reading(0, 39))).toBeNull();
  expect(deltaOf(reading(5, 401), reading(0, 390))).toBeNull();
  expect(deltaOf(reading(5, 501), reading(0, 480))).toBeNull();
  expect(deltaOf(reading(5, 40), reading(0, 55))).toBe(-15);
});

test('no change is shown without two readings in order of time', () => {
  expect(deltaOf(null, reading(0, 112))).toBeNull();
  expect(deltaOf(reading(5, 112), null)).toBeNull();
  expect(deltaOf(reading(5, 112), reading(5, 110))).toBeNull();
  expect(deltaOf(reading(0, 112), reading(5, 110))).toBeNull();
});

test('the previous reading is the latest one before the current, in any order of the readings', () => {
  const current = reading(10, 120);
  expect(previousOf([reading(0, 100), current, reading(5, 110), reading(15, 130)], current)).toEqual(
    reading(5, 110),
  );
  expect(previousOf([reading(5, 110), reading(0, 100), current], current)).toEqual(reading(5, 110));
  expect(previousOf([current, reading(15, 130)], current)).toBeNull();
  expect(previousOf([], current)).toBeNull();
});
