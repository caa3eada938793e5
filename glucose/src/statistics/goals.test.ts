import { expect, test } from 'vitest';
import { tallyEvenlySpaced } from '../../test/readings.ts';
import type { Population } from './bands.ts';
import { goalsOf, judgeGoals } from './goals.ts';
import { timeInRange } from './time-in-range.ts';

/** The percentage of the time at each of these values. */
function judged(population: Population, percents: Record<number, number>) {
  const values = Object.entries(percents).flatMap(([mgdl, percent]) => Array(percent).fill(Number(mgdl)));
  const shares = timeInRange(tallyEvenlySpaced(values), population);
  if (shares === null) throw new Error('no readings');
  return Object.fromEntries(judgeGoals(shares, population).map(({ measure, isMet }) => [measure, isMet]));
}

test('[DASH-7] an adult with 75% in target, 3% low and 22% high meets every goal', () => {
  expect(judged('adult', { 60: 3, 120: 75, 200: 18, 300: 4 })).toEqual({
    'very-low': true,
    below: true,
    target: true,
    above: true,
    'very-high': true,
  });
});

test('[DASH-7] reaching a limit exactly does not meet the goal', () => {
  expect(judged('adult', { 50: 1, 60: 3, 120: 70, 200: 21, 300: 5 })).toEqual({
    'very-low': false,
    below: false,
    target: false,
    above: false,
    'very-high': false,
  });
});

test('[DASH-7] time in target must be above its goal, all other times below', () => {
  for (const goal of Object.values(goalsOf).flat())
    expect([goal.measure, goal.than]).toEqual([goal.measure, goal.measure === 'target' ? 'more' : 'less']);
});

test('[DASH-7] the goals for older people and those at risk are half the time in target and almost no lows', () => {
  expect(judged('older', { 120: 51, 200: 40, 300: 9 })).toEqual({
    below: true,
    target: true,
    above: true,
    'very-high': true,
  });
  expect(judged('older', { 60: 1, 120: 49, 200: 40, 300: 10 })).toEqual({
    below: false,
    target: false,
    above: false,
    'very-high': false,
  });
});

test('[DASH-7] in pregnancy the goals are for 63 to 140', () => {
  expect(judged('pregnancy', { 63: 40, 140: 31, 141: 24, 60: 3, 62: 2 })).toEqual({
    'very-low': true,
    below: false,
    target: true,
    above: true,
  });
});
