import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMgdl } from '../../test/arbitraries.ts';
import { evenlySpaced, flat, HOUR, MINUTE, START, tallyEvenlySpaced } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { bands, populations } from './bands.ts';
import { tallyOf } from './tally.ts';
import { timeInRange } from './time-in-range.ts';

test('[DASH-7] 70 and 180 belong to the target, 54 to low, 250 to high', () => {
  const bandOf = (mgdl: number) => {
    const shares = timeInRange(tallyEvenlySpaced([mgdl]), 'adult');
    return bands.find((band) => shares?.[band] === 1);
  };
  expect([53, 54, 69, 70, 180, 181, 250, 251].map(bandOf)).toEqual([
    'very-low',
    'low',
    'low',
    'target',
    'target',
    'high',
    'high',
    'very-high',
  ]);
});

test('[DASH-7] in pregnancy the target is 63 to 140 and nothing is very high', () => {
  const shares = timeInRange(tallyEvenlySpaced([53, 54, 62, 63, 140, 141, 250, 400]), 'pregnancy');
  expect(shares).toEqual({ 'very-low': 1 / 8, low: 2 / 8, target: 2 / 8, high: 3 / 8, 'very-high': 0 });
});

test('[DASH-7] an hour counts as an hour, whether it was measured every minute or every five', () => {
  const readings = [...flat(100, HOUR, 5), ...flat(200, HOUR, 1, START + HOUR)];
  const shares = timeInRange(tallyOf(seriesOf(readings)), 'adult');
  expect(shares?.target).toBeCloseTo(0.5, 10);
  expect(shares?.high).toBeCloseTo(0.5, 10);
});

test('[DASH-7] glucose in a gap is unknown: a reading before it counts for at most 15 minutes', () => {
  const readings = [...flat(60, HOUR), { takenAt: START + 7 * HOUR, mgdl: 100 }];
  // The last low at 55 minutes counts for 15 minutes, the reading after the gap for five.
  const lowMs = 55 * MINUTE + 15 * MINUTE;
  expect(timeInRange(tallyOf(seriesOf(readings)), 'adult')?.low).toBeCloseTo(
    lowMs / (lowMs + 5 * MINUTE),
    10,
  );
});

test('[DASH-7] the same reading from two sources counts once', () => {
  const once = [...flat(100, 3 * HOUR), ...flat(200, HOUR, 5, START + 3 * HOUR)];
  const twice = once.flatMap((reading) => [reading, { ...reading, takenAt: reading.takenAt + 40_000 }]);
  expect(timeInRange(tallyOf(seriesOf(twice)), 'adult')).toEqual(
    timeInRange(tallyOf(seriesOf(once)), 'adult'),
  );
});

test('the shares of any readings add up to one', () => {
  fc.assert(
    fc.property(
      fc.array(anyMgdl, { minLength: 1 }),
      fc.constantFrom(...populations),
      (values, population) => {
        const shares = Object.values(timeInRange(tallyEvenlySpaced(values), population) ?? {});
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
      },
    ),
  );
});

test('for evenly spaced readings, weighting by time is the same as counting', () => {
  fc.assert(
    fc.property(fc.array(anyMgdl, { minLength: 1 }), (values) => {
      const inTarget = values.filter((mgdl) => mgdl >= 70 && mgdl <= 180).length / values.length;
      expect(timeInRange(tallyOf(seriesOf(evenlySpaced(values))), 'adult')?.target).toBeCloseTo(inTarget, 10);
    }),
  );
});

test('without readings the result is null, not zero in range', () => {
  expect(timeInRange(tallyEvenlySpaced([]), 'adult')).toBeNull();
});
