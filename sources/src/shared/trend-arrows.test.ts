import { expect, test } from 'vitest';
import { trendOfArrow } from './trend-arrows.ts';

test.each([
  ['SingleUp', 'rising'],
  ['singleUp', 'rising'],
  ['FortyFiveUp', 'rising-slowly'],
  ['Flat', 'steady'],
  ['fortyFiveDown', 'falling-slowly'],
  ['SingleDown', 'falling'],
  ['DoubleDown', 'falling-fast'],
  ['TripleDown', 'falling-fast'],
  [1, 'rising-fast'],
  ['4', 'steady'],
  [7, 'falling-fast'],
  [0, 'unknown'],
  [8, 'unknown'],
  ['NOT COMPUTABLE', 'unknown'],
  ['RateOutOfRange', 'unknown'],
  ['None', 'unknown'],
  ['constructor', 'unknown'],
  ['', 'unknown'],
  [null, 'unknown'],
] as const)('the arrow %s is the trend %s', (arrow, trend) => {
  expect(trendOfArrow(arrow)).toBe(trend);
});
