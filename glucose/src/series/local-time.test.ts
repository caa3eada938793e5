import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../test/readings.ts';
import { isDuring, localTimeAt, nextHoursChange } from './local-time.ts';

const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
const berlin = 'Europe/Berlin';
const nextChange = (time: string, hours = night, timeZone = berlin) => {
  const next = nextHoursChange(hours, timeZone, Date.parse(time));
  return next === null ? null : new Date(next).toISOString();
};

test('the local time counts from midnight', () => {
  expect(localTimeAt(Date.parse('2026-01-16T23:30:00Z'), berlin)).toBe(30 * MINUTE);
  expect(localTimeAt(Date.parse('2026-01-16T18:45:00Z'), 'Asia/Kolkata')).toBe(15 * MINUTE);
});

test('hours start with their first minute, end before their last one and may cross midnight', () => {
  const isNight = (time: string) => isDuring(night, berlin, Date.parse(time));
  expect(isNight('2026-01-16T20:59:59Z')).toBe(false);
  expect(isNight('2026-01-16T21:00:00Z')).toBe(true);
  expect(isNight('2026-01-17T05:59:59Z')).toBe(true);
  expect(isNight('2026-01-17T06:00:00Z')).toBe(false);
});

test.each([
  ['by day', '2026-01-16T12:00:00Z', '2026-01-16T21:00:00.000Z'],
  ['at its start', '2026-01-16T21:00:00Z', '2026-01-17T06:00:00.000Z'],
  ['in the night in which the clocks go ahead', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['in the night in which they go back', '2026-10-24T22:00:00Z', '2026-10-25T06:00:00.000Z'],
])('the next change %s', (_, now, expected) => {
  expect(nextChange(now)).toBe(expected);
});

test('hours that start in the hour that is left out start where the clocks continue', () => {
  const early = { fromMinute: 150, untilMinute: 300 };
  expect(nextChange('2026-03-28T22:00:00Z', early)).toBe('2026-03-29T01:00:00.000Z');
});

test('hours that end in the hour that comes twice start again with its second time', () => {
  const early = { fromMinute: 60, untilMinute: 150 };
  expect(nextChange('2026-10-25T00:00:00Z', early)).toBe('2026-10-25T00:30:00.000Z');
  expect(nextChange('2026-10-25T00:45:00Z', early)).toBe('2026-10-25T01:00:00.000Z');
});

test('empty hours and a whole day never change', () => {
  expect(nextChange('2026-01-16T12:00:00Z', { fromMinute: 60, untilMinute: 60 })).toBeNull();
  expect(nextChange('2026-01-16T12:00:00Z', { fromMinute: 0, untilMinute: 1440 })).toBeNull();
});

test('nothing changes before the next change, and something does at it', () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  const zone = fc.constantFrom('UTC', berlin, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo');
  fc.assert(
    fc.property(minute, minute, moment, zone, (fromMinute, untilMinute, now, timeZone) => {
      fc.pre(fromMinute !== untilMinute);
      const hours = { fromMinute, untilMinute };
      const isNow = isDuring(hours, timeZone, now);
      const next = nextHoursChange(hours, timeZone, now) ?? 0;
      expect(next).toBeGreaterThan(now);
      expect(isDuring(hours, timeZone, next)).toBe(!isNow);
      for (let at = next - 1; at > now; at -= HOUR / 4) expect(isDuring(hours, timeZone, at)).toBe(isNow);
    }),
    { numRuns: 50 },
  );
});
