import { type Period, periodBefore, seriesOf } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { everyFive, NOON } from '../../test/history.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import { chartAnswer, profileAnswer, statisticsAnswer } from './answers.ts';

const lastDays = (days: number) => ({ from: NOON - days * DAY, to: NOON });
const withBefore = (period: Period) => ({ period, before: periodBefore(period), readUntil: period.to });

describe('[DASH-7] the statistics', () => {
  test('call an event over that was the last before readings stopped, and none that the newest reading belongs to', () => {
    const series = seriesOf(everyFive(NOON - HOUR, NOON, () => 250));
    const isOver = (to: number) =>
      statisticsAnswer(series, withBefore({ from: NOON - DAY, to }), 'adult').events.newest.map(
        (event) => event.isOver,
      );
    expect([isOver(NOON), isOver(NOON + HOUR)]).toEqual([[false], [true]]);
  });

  test('compare two weeks in target with the two weeks before, half of them high', () => {
    const period = lastDays(14);
    const halfHigh = (at: number) => (at < period.from && at % (2 * HOUR) < HOUR ? 200 : 120);
    const series = seriesOf(everyFive(periodBefore(period).from, NOON, halfHigh));
    const { current, before, comparison, events } = statisticsAnswer(series, withBefore(period), 'adult');
    expect(current).toMatchObject({ readings: 14 * 288, meanMgdl: 120, shares: { target: 1, high: 0 } });
    expect(before?.shares.target).toBeCloseTo(0.5, 9);
    expect(comparison?.targetPoints).toBeCloseTo(50, 9);
    expect(comparison?.sentence).toMatch(/^50 percentage points more time in target/);
    expect(events).toEqual({ lows: 0, highs: 0, newest: [] });
  });

  test('are null, not zero, for a day without readings', () => {
    const { current, before, comparison } = statisticsAnswer(seriesOf([]), withBefore(lastDays(1)), 'adult');
    expect({ current, before, comparison }).toEqual({ current: null, before: null, comparison: null });
  });

  test('list the lows and highs of the period, newest first, with one that continues', () => {
    const mgdlAt = (at: number) => {
      if (at >= NOON - 30 * MINUTE) return 60;
      return at >= NOON - 5 * HOUR && at < NOON - 2 * HOUR ? 260 : 110;
    };
    const { events } = statisticsAnswer(
      seriesOf(everyFive(NOON - 2 * DAY, NOON, mgdlAt)),
      withBefore(lastDays(1)),
      'adult',
    );
    expect(events).toEqual({
      lows: 1,
      highs: 1,
      newest: [
        {
          side: 'low',
          from: NOON - 30 * MINUTE,
          to: NOON,
          extremeMgdl: 60,
          isProlonged: false,
          isOver: false,
        },
        {
          side: 'high',
          from: NOON - 5 * HOUR,
          to: NOON - 2 * HOUR,
          extremeMgdl: 260,
          isProlonged: true,
          isOver: true,
        },
      ],
    });
  });

  test('list an event that started before the period, but not one that ended before it', () => {
    const isBetween = (at: number, from: number, to: number) =>
      at >= NOON - from * HOUR && at < NOON - to * HOUR;
    const mgdlAt = (at: number) => (isBetween(at, 25, 23) || isBetween(at, 40, 38) ? 60 : 110);
    const { events } = statisticsAnswer(
      seriesOf(everyFive(NOON - 2 * DAY, NOON, mgdlAt)),
      withBefore(lastDays(1)),
      'adult',
    );
    expect(events.newest.map(({ from }) => from)).toEqual([NOON - 25 * HOUR]);
  });

  test('list an event that goes on after a past period in full, but not one that starts after it', () => {
    const isBetween = (at: number, from: number, to: number) =>
      at >= NOON + from * HOUR && at < NOON + to * HOUR;
    const mgdlAt = (at: number) => (isBetween(at, -1, 1) || isBetween(at, 2, 3) ? 60 : 110);
    const { current, events } = statisticsAnswer(
      seriesOf(everyFive(NOON - 2 * DAY, NOON + DAY, mgdlAt)),
      withBefore(lastDays(1)),
      'adult',
    );
    expect(events).toMatchObject({
      lows: 1,
      newest: [{ from: NOON - HOUR, to: NOON + HOUR, isOver: true }],
    });
    expect(current).toMatchObject({ readings: 288 });
  });

  test('count events beyond the target of the wearer’s population', () => {
    const series = seriesOf(everyFive(NOON - DAY, NOON, (at) => (at >= NOON - HOUR ? 150 : 110)));
    expect(statisticsAnswer(series, withBefore(lastDays(1)), 'adult').events.highs).toBe(0);
    expect(statisticsAnswer(series, withBefore(lastDays(1)), 'pregnancy').events.highs).toBe(1);
  });

  test('list at most fifty events, and count all', () => {
    const mgdlAt = (at: number) => (at % (4 * HOUR) < HOUR ? 60 : 110);
    const { events } = statisticsAnswer(
      seriesOf(everyFive(NOON - 30 * DAY, NOON, mgdlAt)),
      withBefore(lastDays(14)),
      'adult',
    );
    expect([events.lows, events.newest.length]).toEqual([84, 50]);
  });
});

describe('[DASH-7] the chart', () => {
  test('starts at the left edge, shows gaps and keeps every extreme', () => {
    const isGap = (at: number) => at >= NOON - 10 * HOUR && at < NOON - 8 * HOUR;
    const minutely = Array.from({ length: 25 * 60 }, (_, index) => ({
      takenAt: NOON - DAY - HOUR + index * MINUTE,
      mgdl: index === 700 ? 41 : 110,
    })).filter(({ takenAt }) => !isGap(takenAt));
    const { takenAt, mgdl } = chartAnswer(seriesOf(minutely), lastDays(1), null);
    expect(takenAt.length).toBeLessThan(800);
    expect(takenAt[0]).toBe(NOON - DAY - 15 * MINUTE);
    expect(mgdl).toContain(41);
    expect(mgdl.filter((value) => value === null)).toHaveLength(1);
    expect(takenAt[mgdl.indexOf(null)]).toBe(NOON - 10 * HOUR - MINUTE + 1);
  });

  test('has the wearer’s setpoints', () => {
    const setpoints = { lowMgdl: 80, inRangeMgdl: 110, highMgdl: 160 };
    expect(chartAnswer(seriesOf([]), lastDays(1), setpoints)).toEqual({
      period: lastDays(1),
      takenAt: [],
      mgdl: [],
      setpoints,
    });
  });
});

describe('[DASH-7] the profile', () => {
  test('has a point for every 15 minutes in the wearer’s time zone', () => {
    const atNightInBerlin = (at: number) => (((at / HOUR) % 24) + 24 + 1) % 24 < 6;
    const series = seriesOf(everyFive(NOON - 7 * DAY, NOON, (at) => (atNightInBerlin(at) ? 90 : 150)));
    const { points, sufficiency } = profileAnswer(series, lastDays(7), 'Europe/Berlin');
    expect(sufficiency.isEnough).toBe(true);
    expect(points).toHaveLength(96);
    const at = (hour: number) => points.find(({ minute }) => minute === hour * 60)?.percentiles?.p50;
    expect([at(3), at(12), at(23)]).toEqual([90, 150, 150]);
  });

  test('has no points when there are too few days, and says so', () => {
    const series = seriesOf(everyFive(NOON - 3 * DAY, NOON));
    const { points, sufficiency } = profileAnswer(series, lastDays(7), 'UTC');
    expect(points).toEqual([]);
    expect(sufficiency.sentence).toBe(
      'A profile needs 7 days with 70% of their readings. 4 days have readings so far.',
    );
  });
});
