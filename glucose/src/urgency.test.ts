import { expect, test } from 'vitest';
import { glucoseIn, toMgdl } from './units.ts';
import { urgencyOf } from './urgency.ts';

test.each([
  [53, 'urgent-low'],
  [54, 'urgent-low'],
  [55, null],
  [249, null],
  [250, 'urgent-high'],
  [251, 'urgent-high'],
])('[COL-3] %i mg/dL: %s', (mgdl, urgency) => {
  expect(urgencyOf(mgdl)).toBe(urgency);
});

test('[COL-3] a value has the same urgency in mmol/L as in mg/dL', () => {
  for (let mgdl = 20; mgdl <= 600; mgdl += 1) expect(toMgdl(glucoseIn(mgdl, 'mmol/L'))).toBe(mgdl);
});
