import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMgdl } from '../test/arbitraries.ts';
import { convert, glucoseIn, showDelta, showGlucose, showValue, toMgdl, toMmol, units } from './units.ts';

test.each([
  [5.6, 101],
  [2.8, 50],
  [22.2, 400],
  [3.9, 70],
  [10, 180],
])('[RNG-3] %f mmol/L is %i mg/dL, times 18 and rounded to a whole number', (mmol, mgdl) => {
  expect(toMgdl(mmol)).toBe(mgdl);
});

test.each([
  [101, 5.6],
  [50, 2.8],
  [400, 22.2],
  [181, 10.1],
  [109, 6.1],
])('[RNG-3] %i mg/dL is %f mmol/L, divided by 18 and rounded to one decimal', (mgdl, mmol) => {
  expect(toMmol(mgdl)).toBe(mmol);
});

test('a value is kept exactly when the unit stays the same', () => {
  fc.assert(
    fc.property(fc.double(), fc.constantFrom(...units), (value, unit) => {
      expect(convert(value, unit, unit)).toBe(value);
    }),
  );
});

test('one decimal of mmol/L is exact after converting to mg/dL and back, mg/dL is exact to one', () => {
  fc.assert(
    fc.property(anyMgdl, (mgdl) => {
      expect(
        Math.abs(convert(convert(mgdl, 'mg/dL', 'mmol/L'), 'mmol/L', 'mg/dL') - mgdl),
      ).toBeLessThanOrEqual(1);
      const mmol = toMmol(mgdl);
      expect(toMmol(toMgdl(mmol))).toBe(mmol);
    }),
  );
});

test('[DASH-6] a reading in mmol/L shows two decimals, in mg/dL none', () => {
  expect(showGlucose(112, 'mg/dL')).toBe('112');
  expect(showGlucose(112, 'mmol/L')).toBe('6.22');
  expect(showGlucose(90, 'mmol/L')).toBe('5.00');
  expect(showValue(5, 'mmol/L')).toBe('5.00');
  expect(showValue(5, 'mg/dL')).toBe('5');
});

test('the value sent and the text shown have the same digits', () => {
  fc.assert(
    fc.property(anyMgdl, fc.constantFrom(...units), (mgdl, unit) => {
      expect(Number(showGlucose(mgdl, unit))).toBe(glucoseIn(mgdl, unit));
    }),
  );
});

test('a change has a sign, and no change has none', () => {
  expect(showDelta(4, 'mg/dL')).toBe('+4');
  expect(showDelta(-3, 'mg/dL')).toBe('-3');
  expect(showDelta(0, 'mg/dL')).toBe('0');
  expect(showDelta(-0.17, 'mmol/L')).toBe('-0.17');
  expect(showDelta(1.5, 'mmol/L')).toBe('+1.50');
  expect(showDelta(-0, 'mmol/L')).toBe('0.00');
});
