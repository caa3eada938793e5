import { expect, test } from 'vitest';
import { DAY, evenlySpaced, START } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { comparisonOf } from './comparison.ts';
import { type Statistics, statisticsOf } from './statistics.ts';
import { tallyOf } from './tally.ts';

/** Fourteen days with this percentage of each hour in target, the rest high. */
function weeks(targetPercent: number, days = 14) {
  const values = Array.from({ length: days * 288 }, (_, index) => (index % 100 < targetPercent ? 120 : 200));
  const tally = tallyOf(seriesOf(evenlySpaced(values)));
  return statisticsOf(tally, { from: START, to: START + days * DAY }, 'adult');
}

test('[DASH-7] five points more in target than in the period before are a meaningful change', () => {
  const comparison = comparisonOf(weeks(76), weeks(70));
  expect(comparison?.targetPoints).toBeCloseTo(6, 0);
  expect(comparison?.abovePoints).toBeCloseTo(-6, 0);
  expect(comparison?.belowPoints).toBe(0);
  expect(comparison?.meanMgdl).toBeLessThan(0);
  expect(comparison?.sentence).toBe(
    '6 percentage points more time in target than in the period before: a meaningful change.',
  );
});

test('[DASH-7] the sentence says less, one point, or the same', () => {
  expect(comparisonOf(weeks(60), weeks(70))?.sentence).toBe(
    '10 percentage points less time in target than in the period before: a meaningful change.',
  );
  expect(comparisonOf(weeks(71), weeks(70))?.sentence).toBe(
    '1 percentage point more time in target than in the period before.',
  );
  expect(comparisonOf(weeks(70), weeks(70))?.sentence).toBe(
    'As much time in target as in the period before.',
  );
});

/** Two weeks with different values. */
const weeksWith = (more: Partial<Statistics>) => ({ ...weeks(70), ...more }) as Statistics;

test('[DASH-7] the total below and above target, the mean and the variation are compared', () => {
  const current = weeksWith({
    shares: { 'very-low': 0.01, low: 0.03, target: 0.7, high: 0.2, 'very-high': 0.06 },
    meanMgdl: 140,
    cvPercent: 30,
  });
  const before = weeksWith({
    shares: { 'very-low': 0.02, low: 0.07, target: 0.63, high: 0.21, 'very-high': 0.07 },
    meanMgdl: 150,
    cvPercent: 36,
  });
  const comparison = comparisonOf(current, before);
  expect(comparison?.targetPoints).toBeCloseTo(7, 9);
  expect(comparison?.belowPoints).toBeCloseTo(-5, 9);
  expect(comparison?.abovePoints).toBeCloseTo(-2, 9);
  expect(comparison).toMatchObject({ meanMgdl: -10, cvPercent: -6 });
});

test('variation is not compared when one of the periods has none', () => {
  const [known, unknown] = [weeksWith({ cvPercent: 30 }), weeksWith({ cvPercent: null })];
  expect(comparisonOf(known, unknown)?.cvPercent).toBeNull();
  expect(comparisonOf(unknown, known)?.cvPercent).toBeNull();
});

test.each([
  [7, 14],
  [14, 7],
])('for %i days and the %i before no change is called meaningful', (current, before) => {
  expect(comparisonOf(weeks(90, current), weeks(70, before))?.sentence).toMatch(/ before\.$/);
});

test('for a few days no change is called meaningful', () => {
  expect(comparisonOf(weeks(90, 7), weeks(70, 7))?.sentence).toBe(
    '20 percentage points more time in target than in the period before.',
  );
});

test('without a previous period there is no comparison', () => {
  expect(comparisonOf(weeks(70), null)).toBeNull();
  expect(comparisonOf(null, weeks(70))).toBeNull();
});
