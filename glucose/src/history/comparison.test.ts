import { expect, test } from 'vitest';
import { DAY, evenly, START } from '../../test/readings.ts';
import { comparisonOf } from './comparison.ts';
import { seriesOf } from './series.ts';
import { statisticsOf } from './statistics.ts';
import { tallyOf } from './tally.ts';

/** Fourteen days with so many percent of each hour in target, the rest high. */
function weeks(targetPercent: number, days = 14) {
  const values = Array.from({ length: days * 288 }, (_, index) => (index % 100 < targetPercent ? 120 : 200));
  const tally = tallyOf(seriesOf(evenly(values)));
  return statisticsOf(tally, { from: START, to: START + days * DAY }, 'adult');
}

test('[DASH-7] five points more in target than in the period before are a change that counts', () => {
  const comparison = comparisonOf(weeks(76), weeks(70));
  expect(comparison?.targetPoints).toBeCloseTo(6, 0);
  expect(comparison?.abovePoints).toBeCloseTo(-6, 0);
  expect(comparison?.belowPoints).toBe(0);
  expect(comparison?.meanMgdl).toBeLessThan(0);
  expect(comparison?.sentence).toBe(
    '6 percentage points more time in target than in the period before: a change that counts.',
  );
});

test('[DASH-7] less is said to be less, a point to be one point, the same to be the same', () => {
  expect(comparisonOf(weeks(60), weeks(70))?.sentence).toBe(
    '10 percentage points less time in target than in the period before: a change that counts.',
  );
  expect(comparisonOf(weeks(71), weeks(70))?.sentence).toBe(
    '1 percentage point more time in target than in the period before.',
  );
  expect(comparisonOf(weeks(70), weeks(70))?.sentence).toBe(
    'As much time in target as in the period before.',
  );
});

test('of a few days it is not said that a change counts', () => {
  expect(comparisonOf(weeks(90, 7), weeks(70, 7))?.sentence).toBe(
    '20 percentage points more time in target than in the period before.',
  );
});

test('with nothing to compare there is no comparison', () => {
  expect(comparisonOf(weeks(70), null)).toBeNull();
  expect(comparisonOf(null, weeks(70))).toBeNull();
});
