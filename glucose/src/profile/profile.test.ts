import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, evenlySpaced, flat, HOUR, MINUTE, START } from '../../test/readings.ts';
import { seriesOf } from '../series/series.ts';
import { type ProfilePoint, profileOf } from './profile.ts';

const EXACT = { stepMinutes: 5, halfWindowMinutes: 0 };
const days = (count: number, from = START) => ({ from, to: from + count * DAY });
const at = (profile: ProfilePoint[], minute: number) => profile.find((point) => point.minute === minute);

/** Glucose that depends on the local hour: 100 at midnight, 109 from nine o'clock on. */
function byLocalHour(period: { from: number; to: number }, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return flat(0, period.to - period.from, 5, period.from).map(({ takenAt }) => ({
    takenAt,
    mgdl: 100 + Number(format.format(takenAt)),
  }));
}

test('[DASH-7] the percentiles of five days are those of their five values', () => {
  const readings = [100, 110, 120, 130, 140].flatMap((mgdl, day) => flat(mgdl, DAY, 5, START + day * DAY));
  const profile = profileOf(seriesOf(readings), { period: days(5), timeZone: 'UTC', resolution: EXACT });
  expect(profile).toHaveLength(288);
  expect(at(profile, 600)).toEqual({
    minute: 600,
    days: 5,
    percentiles: { p5: 102, p25: 110, p50: 120, p75: 130, p95: 138 },
  });
});

test.each([
  ['forward', 'Europe/Berlin', Date.UTC(2026, 2, 25, 23)],
  ['back', 'Europe/Berlin', Date.UTC(2026, 9, 21, 22)],
  ['forward by half an hour', 'Australia/Lord_Howe', Date.UTC(2026, 8, 30)],
  ['back', 'America/New_York', Date.UTC(2026, 9, 29, 4)],
])(
  '[DASH-7] a clock change %s in %s does not shift values to other hours of the day',
  (_way, timeZone, from) => {
    const period = days(7, from);
    const profile = profileOf(seriesOf(byLocalHour(period, timeZone)), {
      period,
      timeZone,
      resolution: EXACT,
    });
    for (const { minute, percentiles } of profile) {
      expect(percentiles).toMatchObject({
        p5: 100 + Math.floor(minute / 60),
        p95: 100 + Math.floor(minute / 60),
      });
    }
  },
);

test('[DASH-7] an hour that a clock change skips has one day less, and one that it repeats one more', () => {
  const counts = (from: number) => {
    const period = days(7, from);
    const series = seriesOf(byLocalHour(period, 'Europe/Berlin'));
    const profile = profileOf(series, { period, timeZone: 'Europe/Berlin', resolution: EXACT });
    return [90, 150, 210].map((minute) => at(profile, minute)?.days);
  };
  expect(counts(Date.UTC(2026, 2, 25, 23))).toEqual([7, 6, 7]);
  expect(counts(Date.UTC(2026, 9, 21, 22))).toEqual([7, 8, 7]);
});

test('[DASH-7] a gap over 45 minutes stays empty, a shorter one is interpolated', () => {
  const readings = flat(100, DAY).filter(({ takenAt }) => {
    const minute = (takenAt - START) / MINUTE;
    return !(minute > 600 && minute < 640) && !(minute > 900 && minute < 960);
  });
  const profile = profileOf(seriesOf(readings), { period: days(1), timeZone: 'UTC', resolution: EXACT });
  expect(at(profile, 620)).toMatchObject({ days: 1, percentiles: { p50: 100 } });
  expect(at(profile, 930)).toEqual({ minute: 930, days: 0, percentiles: null });
});

test('by default there is a point every 15 minutes, and midnight includes the readings on both sides', () => {
  const readings = [
    ...flat(100, HOUR),
    ...flat(100, 22 * HOUR, 5, START + HOUR),
    ...flat(200, HOUR, 5, START + 23 * HOUR),
  ];
  const profile = profileOf(seriesOf(readings), { period: days(1), timeZone: 'UTC' });
  expect(profile).toHaveLength(96);
  expect(at(profile, 0)?.percentiles).toMatchObject({ p5: 100, p95: 200 });
  expect(at(profile, 30)?.percentiles).toMatchObject({ p5: 100, p95: 100 });
});

test('one-minute and five-minute sensors have the same weight', () => {
  const readings = [...flat(100, DAY), ...flat(200, DAY, 1, START + DAY)];
  const profile = profileOf(seriesOf(readings), { period: days(2), timeZone: 'UTC', resolution: EXACT });
  expect(at(profile, 600)?.percentiles?.p50).toBe(150);
});

test('percentiles increase from the 5th to the 95th, for any days', () => {
  const anyValues = fc.array(fc.integer({ min: 39, max: 400 }), {
    minLength: 1,
    maxLength: 600,
    size: 'max',
  });
  fc.assert(
    fc.property(anyValues, (values) => {
      const profile = profileOf(seriesOf(evenlySpaced(values)), {
        period: days(3),
        timeZone: 'Asia/Kathmandu',
      });
      for (const { percentiles } of profile) {
        if (percentiles === null) continue;
        const { p5, p25, p50, p75, p95 } = percentiles;
        expect([p5, p25, p50, p75, p95]).toEqual([p5, p25, p50, p75, p95].toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 30 },
  );
});

test('without readings every point is empty', () => {
  const profile = profileOf(seriesOf([]), { period: days(7), timeZone: 'UTC' });
  expect(profile.every(({ percentiles }) => percentiles === null)).toBe(true);
});

test('[DASH-7] glucose between two readings is interpolated linearly, up to 45 minutes, and unknown before the first and after the last', () => {
  const readings = [
    [2, 100],
    [7, 150],
    [12, 200],
    [57, 290],
    [60, 260],
  ].map(([minute = 0, mgdl = 0]) => ({ takenAt: START + minute * MINUTE, mgdl }));
  const profile = profileOf(seriesOf(readings), { period: days(1), timeZone: 'UTC', resolution: EXACT });
  const values = [0, 5, 10, 30, 55, 60, 65].map((minute) => at(profile, minute)?.percentiles?.p50 ?? null);
  expect(values).toEqual([null, 130, 180, 236, 286, 260, null]);
});
