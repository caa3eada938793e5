import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRange } from '../../test/arbitraries.ts';
import { switchUnit } from './switch-unit.ts';

const valuesOf = ({ high, inRange, low }: { high: number; inRange: number; low: number }) => [
  high,
  inRange,
  low,
];
const otherThan = (unit: string) => (unit === 'mg/dL' ? 'mmol/L' : 'mg/dL');

test('[RNG-3] switching the unit back and forth without an edit restores the exact values, any number of times', () => {
  fc.assert(
    fc.property(anyRange, fc.integer({ min: 1, max: 5 }), (range, times) => {
      let draft = switchUnit(range, otherThan(range.unit));
      const shown = valuesOf(draft);
      for (let time = 1; time < times; time += 1) {
        draft = switchUnit(switchUnit(draft, range.unit), otherThan(range.unit));
      }
      expect(valuesOf(draft)).toEqual(shown);
      expect(valuesOf(switchUnit(draft, range.unit))).toEqual(valuesOf(range));
    }),
  );
});

test('[RNG-3] a value edited after the switch is converted, the others are restored', () => {
  const inMmol = switchUnit({ unit: 'mg/dL', high: 183, inRange: 100, low: 71 }, 'mmol/L');
  expect(valuesOf(inMmol)).toEqual([10.2, 5.6, 3.9]);
  const back = switchUnit({ ...inMmol, inRange: 6 }, 'mg/dL');
  expect(back.unit).toBe('mg/dL');
  expect(valuesOf(back)).toEqual([183, 108, 71]);
});

test('an empty input stays empty and choosing the unit in use changes nothing', () => {
  const draft = { unit: 'mg/dL', high: Number.NaN, inRange: 100, low: 70 } as const;
  expect(switchUnit(draft, 'mg/dL')).toBe(draft);
  expect(valuesOf(switchUnit(draft, 'mmol/L'))).toEqual([Number.NaN, 5.6, 3.9]);
  expect(valuesOf(switchUnit(switchUnit(draft, 'mmol/L'), 'mg/dL'))).toEqual([Number.NaN, 100, 70]);
});
