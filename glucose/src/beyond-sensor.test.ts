import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beyondSensor, isBeyondSensor, readingWithUnit, showReading } from './beyond-sensor.ts';
import { glucoseIn, showGlucose, type Unit, units } from './units.ts';

test.each<[number, Unit, string, string]>([
  [112, 'mg/dL', '112', '112 mg/dL'],
  [112, 'mmol/L', '6.22', '6.22 mmol/L'],
  [40, 'mg/dL', '40', '40 mg/dL'],
  [40, 'mmol/L', '2.22', '2.22 mmol/L'],
  [39, 'mg/dL', 'LOW', 'below 40 mg/dL'],
  [39, 'mmol/L', 'LOW', 'below 2.2 mmol/L'],
  [400, 'mg/dL', '400', '400 mg/dL'],
  [401, 'mg/dL', 'HIGH', 'above 400 mg/dL'],
  [401, 'mmol/L', 'HIGH', 'above 22.2 mmol/L'],
  [402, 'mg/dL', '402', '402 mg/dL'],
  [500, 'mmol/L', '27.78', '27.78 mmol/L'],
  [501, 'mg/dL', 'HIGH', 'above 500 mg/dL'],
  [501, 'mmol/L', 'HIGH', 'above 27.8 mmol/L'],
])('[DASH-1] %d mg/dL in %s is shown as “%s” and said as “%s”', (mgdl, unit, shown, said) => {
  const value = glucoseIn(mgdl, unit);
  expect([showReading(value, unit), readingWithUnit(value, unit)]).toEqual([shown, said]);
});

test('[DASH-1] a number in either unit is beyond the sensor exactly where its mg/dL are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 39, max: 501 }), fc.constantFrom(...units), (mgdl, unit) => {
      expect(isBeyondSensor(glucoseIn(mgdl, unit), unit)).toBe(beyondSensor(mgdl) !== null);
    }),
  );
});

test('[DASH-1] what was measured is shown as the number it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 400 }), fc.constantFrom(...units), (mgdl, unit) => {
      expect(showReading(glucoseIn(mgdl, unit), unit)).toBe(showGlucose(mgdl, unit));
    }),
  );
});
