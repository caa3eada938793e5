import { describe, expect, test } from 'vitest';
import { timesBelow } from '../charts/chart-axes.ts';
import { timeOnAxis } from '../text.ts';
import { dateValue, daysBetween, daysEarlier, midnightAfter, midnightOf } from './browser-days.ts';

const HOUR = 3_600_000;

test('[DASH-7] a date field’s day begins and ends at local midnight', () => {
  const midnight = midnightOf('2026-11-22');
  expect(new Date(midnight).toString()).toContain('Nov 22 2026 00:00:00');
  expect(new Date(midnightAfter(midnight)).toString()).toContain('Nov 23 2026 00:00:00');
  expect([dateValue(midnight), dateValue(midnight - 1)]).toEqual(['2026-11-22', '2026-11-21']);
});

test('[DASH-7] the same time of another day is the same on the clock, whatever the clocks did between', () => {
  for (const month of [2, 3, 9, 10]) {
    const noon = new Date(2026, month, 30, 12, 34).getTime();
    const earlier = new Date(daysEarlier(noon, 10));
    expect([earlier.getDate(), earlier.getHours(), earlier.getMinutes()]).toEqual([20, 12, 34]);
    expect(daysBetween(noon, dateValue(earlier.getTime()))).toBe(10);
  }
  expect(daysBetween(midnightOf('2026-11-22'), '2026-11-25')).toBe(-3);
});

describe('[PPL-22] in a zone that is not the browser’s', () => {
  const zone = 'America/New_York';

  test('a day begins and ends at the midnight of the zone', () => {
    const midnight = midnightOf('2026-11-22', zone);
    expect(new Date(midnight).toISOString()).toBe('2026-11-22T05:00:00.000Z');
    expect(midnightAfter(midnight, zone) - midnight).toBe(24 * HOUR);
    expect([dateValue(midnight, zone), dateValue(midnight - 1, zone)]).toEqual(['2026-11-22', '2026-11-21']);
    expect(daysBetween(midnight + HOUR, '2026-11-20', zone)).toBe(2);
  });

  test('a day on which the clocks change has 25 hours, and the same time of another day is the same on the clock', () => {
    const midnight = midnightOf('2026-11-01', zone);
    expect(midnightAfter(midnight, zone) - midnight).toBe(25 * HOUR);
    const noon = Date.parse('2026-11-05T12:34:00-05:00');
    expect(new Date(daysEarlier(noon, 10, zone)).toISOString()).toBe(
      new Date('2026-10-26T12:34:00-04:00').toISOString(),
    );
  });

  test('the day before a time between midnight and the change of the clocks has the same time', () => {
    const earlier = (at: string, timeZone: string) =>
      new Date(daysEarlier(Date.parse(at), 1, timeZone)).toISOString();
    expect(earlier('2026-10-25T00:30:00+02:00', 'Europe/Berlin')).toBe('2026-10-23T22:30:00.000Z');
    expect(earlier('2026-10-25T03:30:00+01:00', 'Europe/Berlin')).toBe('2026-10-24T01:30:00.000Z');
    expect(earlier('2026-03-29T03:30:00+02:00', 'Europe/Berlin')).toBe('2026-03-28T02:30:00.000Z');
  });

  test('times below a chart are whole hours of the zone, also where it is half an hour off', () => {
    const from = Date.parse('2026-11-22T00:10:00Z');
    const period = { from, to: from + 6 * HOUR };
    const times = timesBelow(period, { span: '6h', width: 700, zone: 'Asia/Kolkata' });
    expect(times.map((at) => timeOnAxis(at, '3h', 'Asia/Kolkata'))).toEqual(
      [...['6:00 AM', '7:00 AM', '8:00 AM', '9:00 AM', '10:00 AM', '11:00 AM']].map((time) =>
        expect.stringMatching(new RegExp(time.replace(' ', '\\s'))),
      ),
    );
  });
});
