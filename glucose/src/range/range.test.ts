import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRange } from '../../test/arbitraries.ts';
import { units } from '../units.ts';
import { convertRange, rangeLimits, setpointsOf } from './range.ts';
import { rangeMistakes } from './range-errors.ts';

test('setpoints are whole mg/dL, whatever unit they were entered in', () => {
  expect(setpointsOf({ unit: 'mmol/L', high: 10, inRange: 5.6, low: 3.9 })).toEqual({
    highMgdl: 180,
    inRangeMgdl: 101,
    lowMgdl: 70,
  });
  expect(setpointsOf({ unit: 'mg/dL', high: 180.4, inRange: 100.5, low: 70 })).toEqual({
    highMgdl: 180,
    inRangeMgdl: 101,
    lowMgdl: 70,
  });
});

test('[RNG-3] the limits of one unit become the limits of the other, and hold after conversion', () => {
  const { 'mg/dL': mgdl, 'mmol/L': mmol } = rangeLimits;
  const widest = { unit: 'mg/dL', high: mgdl.highMax, inRange: 100, low: mgdl.lowMin } as const;
  const inMmol = convertRange(widest, 'mmol/L');
  expect(inMmol).toEqual({ unit: 'mmol/L', high: mmol.highMax, inRange: 5.6, low: mmol.lowMin });
  expect(convertRange(inMmol, 'mg/dL')).toMatchObject({ high: mgdl.highMax, low: mgdl.lowMin });
});

test('[RNG-3] a valid range is also valid in the other unit', () => {
  fc.assert(
    fc.property(anyRange, fc.constantFrom(...units), (range, unit) => {
      expect(rangeMistakes(range)).toEqual({});
      expect(rangeMistakes(convertRange(range, unit))).toEqual({});
    }),
  );
});

test('setpoints keep the order in which they were entered', () => {
  fc.assert(
    fc.property(anyRange, (range) => {
      const { lowMgdl, inRangeMgdl, highMgdl } = setpointsOf(range);
      expect([lowMgdl, inRangeMgdl, highMgdl]).toEqual(
        [lowMgdl, inRangeMgdl, highMgdl].toSorted((a, b) => a - b),
      );
    }),
  );
});
