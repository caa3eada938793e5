import { expect, test } from 'vitest';
import { zoneOf } from './zone.ts';

const setpoints = { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };

test('a reading equal to a setpoint counts as in range', () => {
  expect(zoneOf(70, setpoints)).toBe('in-range');
  expect(zoneOf(180, setpoints)).toBe('in-range');
});

test('the first mg/dL beyond a setpoint is low or high', () => {
  expect(zoneOf(69, setpoints)).toBe('low');
  expect(zoneOf(181, setpoints)).toBe('high');
});
