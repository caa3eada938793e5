import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, START } from '../../test/readings.ts';
import { lengthWords, periodBefore, showSpan } from './period.ts';

test('the previous period has the same length and ends where this one starts', () => {
  expect(periodBefore({ from: START, to: START + 7 * DAY })).toEqual({ from: START - 7 * DAY, to: START });
});

test('a length is given in hours up to two days, then in days', () => {
  expect([MINUTE / 2, 10 * MINUTE, HOUR, 3 * HOUR, DAY, 2 * DAY, 14 * DAY - HOUR].map(lengthWords)).toEqual([
    '1 minute',
    '10 minutes',
    '1 hour',
    '3 hours',
    '24 hours',
    '2 days',
    '14 days',
  ]);
});

test('[DASH-7] time in a band is shown to the minute, and a short time is never shown as zero', () => {
  expect(showSpan(3 * HOUR + 22 * MINUTE)).toBe('3 h 22 min');
  expect(showSpan(2 * HOUR)).toBe('2 h');
  expect(showSpan(45 * MINUTE)).toBe('45 min');
  expect(showSpan(20_000)).toBe('<1 min');
  expect([MINUTE - 1, MINUTE].map(showSpan)).toEqual(['<1 min', '1 min']);
  expect(showSpan(0)).toBe('0 min');
  expect(showSpan(HOUR - 1)).toBe('1 h');
});
