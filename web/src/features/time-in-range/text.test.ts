import { expect, test } from 'vitest';
import { clockOf, durationText, glucoseText, momentOf, showExtreme } from './text.ts';

const NOW = new Date(2026, 10, 21, 12).getTime();
const HOUR = 3_600_000;

test('means are whole in mg/dL and have one decimal in mmol/L', () => {
  expect([glucoseText(137.6, 'mg/dL'), glucoseText(137.6, 'mmol/L')]).toEqual(['138 mg/dL', '7.6 mmol/L']);
});

test('[DASH-7] the lowest and the highest of a period are numbers, unless the sensor could not measure them', () => {
  expect([62, 39, 401].map((mgdl) => showExtreme(mgdl, 'mg/dL'))).toEqual(['62', 'below 40', 'above 400']);
  expect([62, 39, 501].map((mgdl) => showExtreme(mgdl, 'mmol/L'))).toEqual([
    '3.4',
    'below 2.2',
    'above 27.8',
  ]);
});

test('a moment of another day has its date', () => {
  expect(momentOf(NOW - HOUR, NOW)).toBe(clockOf(NOW - HOUR));
  expect(momentOf(NOW - 20 * HOUR, NOW)).toContain('20');
  expect(momentOf(NOW - 20 * HOUR, NOW)).toContain(clockOf(NOW - 20 * HOUR));
});

test('a duration of days is shown in days', () => {
  expect([durationText(35 * 60_000), durationText(3.5 * HOUR), durationText(72 * HOUR)]).toEqual([
    '35 min',
    '3 h 30 min',
    '3 days',
  ]);
});
