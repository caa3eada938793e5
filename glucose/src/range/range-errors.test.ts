import { expect, test } from 'vitest';
import type { Range } from './range.ts';
import { rangeMistakes } from './range-errors.ts';

const mgdl = (changes: Partial<Range> = {}): Range => ({
  unit: 'mg/dL',
  high: 180,
  inRange: 110,
  low: 70,
  ...changes,
});
const mmol = (changes: Partial<Range> = {}): Range => ({
  unit: 'mmol/L',
  high: 10,
  inRange: 6,
  low: 3.9,
  ...changes,
});

test('[RNG-2] the high setpoint is at most 400 mg/dL or 22.2 mmol/L', () => {
  expect(rangeMistakes(mgdl({ high: 400 }))).toEqual({});
  expect(rangeMistakes(mgdl({ high: 401 }))).toEqual({ high: 'Value is too high, max 400' });
  expect(rangeMistakes(mmol({ high: 22.2 }))).toEqual({});
  expect(rangeMistakes(mmol({ high: 22.3 }))).toEqual({ high: 'Value is too high, max 22.2' });
});

test('[RNG-2] the low setpoint is at least 50 mg/dL or 2.8 mmol/L', () => {
  expect(rangeMistakes(mgdl({ low: 50 }))).toEqual({});
  expect(rangeMistakes(mgdl({ low: 49 }))).toEqual({ low: 'Value is too low, min 50' });
  expect(rangeMistakes(mmol({ low: 2.8 }))).toEqual({});
  expect(rangeMistakes(mmol({ low: 2.7 }))).toEqual({ low: 'Value is too low, min 2.8' });
  expect(rangeMistakes(mgdl({ low: -70 }))).toEqual({ low: 'Value is too low, min 50' });
});

test('[RNG-2] the in-range setpoint is between the other two, or equal to one of them', () => {
  expect(rangeMistakes(mgdl({ inRange: 180 }))).toEqual({});
  expect(rangeMistakes(mgdl({ inRange: 70 }))).toEqual({});
  expect(rangeMistakes(mgdl({ high: 100, inRange: 100, low: 100 }))).toEqual({});
  expect(rangeMistakes(mgdl({ inRange: 181 }))).toEqual({
    inRange: 'Value must be lower than high setpoint',
  });
  expect(rangeMistakes(mgdl({ inRange: 69 }))).toEqual({ inRange: 'Value must be higher than low setpoint' });
  expect(rangeMistakes(mmol({ inRange: 3.8 }))).toEqual({
    inRange: 'Value must be higher than low setpoint',
  });
});

test.each([0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '[RNG-2] %d is incorrect in every field',
  (value) => {
    for (const setpoint of ['high', 'inRange', 'low'] as const) {
      expect(rangeMistakes(mgdl({ [setpoint]: value }))).toEqual({ [setpoint]: 'Value is incorrect' });
    }
    const all = { high: value, inRange: value, low: value };
    expect(Object.values(rangeMistakes(mmol(all)))).toEqual(Array(3).fill('Value is incorrect'));
  },
);

test('a negative high is incorrect', () => {
  expect(rangeMistakes(mgdl({ high: -180 })).high).toBe('Value is incorrect');
});

test('low above high is always an error: every in-range value is beyond one of them', () => {
  for (const inRange of [70, 110, 150, 180, 200]) {
    expect(rangeMistakes(mgdl({ high: 100, low: 180, inRange })).inRange).toBeDefined();
  }
  expect(rangeMistakes(mgdl({ high: 100, low: 180, inRange: 150 }))).toEqual({
    inRange: 'Value must be lower than high setpoint',
  });
});
