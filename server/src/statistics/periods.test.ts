import { describe, expect, test } from 'vitest';
import { NOON } from '../../test/history.ts';
import { DAY, HOUR } from '../shared/time-units.ts';
import { periodInTime } from './periods.ts';

const hours = ({ from, to }: { from: number; to: number }) => (to - from) / HOUR;

describe('[DASH-7] a period', () => {
  test('up to now is compared with the same length before it', () => {
    expect(periodInTime('7d', NOON, 'Europe/Berlin')).toEqual({
      period: { from: NOON - 7 * DAY, to: NOON },
      before: { from: NOON - 14 * DAY, to: NOON - 7 * DAY },
      readUntil: NOON,
    });
  });

  test('by its dates has both days in full, by the wearer’s time zone', () => {
    const times = periodInTime({ from: '2026-07-01', until: '2026-07-03' }, NOON, 'Europe/Berlin');
    const from = Date.UTC(2026, 5, 30, 22);
    expect(times).toEqual({
      period: { from, to: from + 3 * DAY },
      before: { from: from - 3 * DAY, to: from },
      readUntil: from + 4 * DAY,
    });
  });

  test('is an hour shorter or longer where the clocks change, and so is the one before it', () => {
    const around = (from: string, until: string) => {
      const times = periodInTime({ from, until }, NOON, 'Europe/Berlin');
      return times && [hours(times.period), hours(times.before)];
    };
    expect(around('2026-03-29', '2026-03-29')).toEqual([23, 24]);
    expect(around('2026-03-30', '2026-03-30')).toEqual([24, 23]);
    expect(around('2026-10-19', '2026-10-25')).toEqual([7 * 24 + 1, 7 * 24]);
    expect(around('2026-10-26', '2026-11-01')).toEqual([7 * 24, 7 * 24 + 1]);
  });

  test('that includes today ends now, and is compared with whole days', () => {
    const times = periodInTime({ from: '2026-11-19', until: '2026-11-20' }, NOON, 'UTC');
    expect(times).toEqual({
      period: { from: NOON - 36 * HOUR, to: NOON },
      before: { from: NOON - 84 * HOUR, to: NOON - 36 * HOUR },
      readUntil: NOON,
    });
  });

  test('is never empty: not today at midnight, nor on a day that a time zone left out', () => {
    const midnight = NOON - 12 * HOUR;
    const today = periodInTime({ from: '2026-11-20', until: '2026-11-20' }, midnight, 'UTC');
    expect(today?.period).toEqual({ from: midnight, to: midnight + 1 });
    const leftOut = periodInTime({ from: '2011-12-30', until: '2011-12-30' }, NOON, 'Pacific/Apia');
    expect(leftOut && leftOut.period.to - leftOut.period.from).toBe(1);
    const after = periodInTime({ from: '2011-12-31', until: '2011-12-31' }, NOON, 'Pacific/Apia');
    expect(after && after.before.to - after.before.from).toBe(1);
  });

  test('is null as long as its last day has not begun where the wearer lives', () => {
    const until = (date: string, timeZone: string) =>
      periodInTime({ from: '2026-11-19', until: date }, NOON, timeZone);
    expect(until('2026-11-21', 'UTC')).toBeNull();
    expect(until('2026-11-21', 'Pacific/Kiritimati')).not.toBeNull();
    expect(until('2026-11-20', 'Pacific/Niue')).not.toBeNull();
    expect(until('2026-11-21', 'Pacific/Niue')).toBeNull();
  });
});
