import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR } from '../../test/readings.ts';
import { dayOfDate, localDayAt, periodOfDays } from './local-days.ts';

const dayIn = (timeZone: string, date: string) =>
  periodOfDays({ first: dayOfDate(date), last: dayOfDate(date) }, timeZone);
const hoursOf = (timeZone: string, date: string) => {
  const { from, to } = dayIn(timeZone, date);
  return (to - from) / HOUR;
};

test('a day goes from local midnight to local midnight', () => {
  expect(dayIn('Asia/Kolkata', '2026-11-22')).toEqual({
    from: Date.UTC(2026, 10, 21, 18, 30),
    to: Date.UTC(2026, 10, 22, 18, 30),
  });
});

test.each([
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  // Here the clocks change at midnight: one day has none, the other has two, the third has its last hour twice.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-11-01', 25],
  ['America/Asuncion', '2024-03-23', 25],
  // Samoa moved to the other side of the date line and left this day out.
  ['Pacific/Apia', '2011-12-30', 0],
])('in %s the %s has %d hours', (timeZone, date, hours) => {
  expect(hoursOf(timeZone, date)).toBe(hours);
});

test('several days include all hours of each, also across a change of the clocks', () => {
  const { from, to } = periodOfDays(
    { first: dayOfDate('2026-03-28'), last: dayOfDate('2026-03-30') },
    'Europe/Berlin',
  );
  expect((to - from) / HOUR).toBe(71);
});

test('every moment belongs to the day whose hours contain it, in every zone', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'Africa/Cairo',
    'America/Havana',
    'Pacific/Kiritimati',
    'Pacific/Niue',
  ];
  const moments = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (timeZone, at) => {
      const day = localDayAt(at, timeZone);
      const { from, to } = periodOfDays({ first: day, last: day }, timeZone);
      expect(from <= at && at < to).toBe(true);
    }),
  );
});
