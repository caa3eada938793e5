import { expect, test } from 'vitest';
import { dateValue, daysBetween, daysEarlier, midnightAfter, midnightOf } from './browser-days.ts';

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
