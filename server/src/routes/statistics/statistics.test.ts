import {
  glucoseChart,
  glucoseProfile,
  type ReplyOf,
  readStatistics,
  saveStatisticsSettings,
  statisticsSettings,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { everyFive, NOON, storeReadings } from '../../../test/history.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time-units.ts';
import { openRetention } from '../../statistics/retention.ts';
import { openStatistics } from '../../statistics/statistics.ts';
import type { Store } from '../../store/store.ts';

/** The API with statistics, and the wearer who is signed in. */
async function statisticsOn(store: Store) {
  const now = () => NOON;
  const { eraseFor } = openRetention({
    history: store.history,
    log: { error() {}, warn() {}, info() {} },
    now,
  });
  const api = await apiOn(store, {
    statistics: { ...openStatistics({ ...store, isShared: false, now }), eraseFor },
  });
  const token = await api.signedIn();
  const account = await store.accounts.byEmail('ada@example.org');
  const wearerId = (await store.wearers.byAccount(account?.id ?? 0))?.id ?? 0;
  const ask = async <C extends Parameters<TestApi['send']>[0]>(call: C, query: Record<string, string>) =>
    (await api.send(call, { token, query })).json().data;
  const statistics = (period: string): Promise<ReplyOf<typeof readStatistics>['data']> =>
    ask(readStatistics, { period });
  const dates = (from: string, until: string): Promise<ReplyOf<typeof readStatistics>['data']> =>
    ask(readStatistics, { from, until });
  return { api, token, wearerId, ask, statistics, dates };
}

describe('the statistics of a wearer’s readings', () => {
  eachEngine((open) => {
    test('[DASH-7] statistics of two weeks include those of the two weeks before, as soon as the history is imported', async () => {
      const store = await open();
      const { wearerId, statistics } = await statisticsOn(store);
      expect(await statistics('14d')).toMatchObject({ current: null, events: { lows: 0, newest: [] } });
      await storeReadings(
        store,
        wearerId,
        everyFive(NOON - 28 * DAY, NOON, (at) => (at % DAY < 6 * HOUR ? 200 : 120)),
      );
      const { current, before, comparison, period } = await statistics('14d');
      expect(period).toEqual({ from: NOON - 14 * DAY, to: NOON });
      expect(current).toMatchObject({ readings: 14 * 288, meanMgdl: 140, sufficiency: { isEnough: true } });
      expect(current?.shares).toEqual({ 'very-low': 0, low: 0, target: 0.75, high: 0.25, 'very-high': 0 });
      expect(current?.goals?.every(({ measure, isMet }) => isMet || measure === 'above')).toBe(true);
      expect(before?.readings).toBe(14 * 288);
      expect(comparison?.sentence).toMatch(/^As much time in target/);
    });

    test('[DASH-7] a reading that arrives late counts on its day', async () => {
      const store = await open();
      const { wearerId, statistics } = await statisticsOn(store);
      await storeReadings(store, wearerId, everyFive(NOON - 6 * DAY, NOON));
      expect((await statistics('7d')).current?.lowestMgdl).toBe(100);
      await storeReadings(store, wearerId, [{ takenAt: NOON - 6.5 * DAY, mgdl: 52 }]);
      expect((await statistics('7d')).current).toMatchObject({ lowestMgdl: 52, readings: 6 * 288 + 1 });
    });

    test('[DASH-7] the chart of the last hours has points and the saved setpoints', async () => {
      const store = await open();
      const { wearerId, ask } = await statisticsOn(store);
      await storeReadings(store, wearerId, everyFive(NOON - 12 * HOUR, NOON));
      expect(await ask(glucoseChart, { span: '3h' })).toMatchObject({ setpoints: null });
      await store.wearers.saveRange(wearerId, { unit: 'mmol/L', high: 10, inRange: 6, low: 4 });
      const chart = await ask(glucoseChart, { span: '3h' });
      expect(chart.period).toEqual({ from: NOON - 3 * HOUR, to: NOON });
      expect(chart.setpoints).toEqual({ lowMgdl: 72, inRangeMgdl: 108, highMgdl: 180 });
      expect(chart.takenAt[0]).toBe(NOON - 3 * HOUR - 15 * MINUTE);
      expect(chart.takenAt).toHaveLength(39);
    });

    test('[DASH-7] the chart ends at the requested time, or now if that is in the future', async () => {
      const store = await open();
      const { wearerId, ask } = await statisticsOn(store);
      await storeReadings(store, wearerId, everyFive(NOON - 400 * DAY, NOON - 399 * DAY));
      const chartUntil = (at: number) => ask(glucoseChart, { span: '6h', until: new Date(at).toISOString() });
      const past = await chartUntil(NOON - 399 * DAY);
      expect(past.period).toEqual({ from: NOON - 399 * DAY - 6 * HOUR, to: NOON - 399 * DAY });
      expect(past.takenAt).toHaveLength(75);
      expect((await chartUntil(NOON + DAY)).period).toEqual({ from: NOON - 6 * HOUR, to: NOON });
    });

    test('[DASH-7] the profile follows the wearer’s time zone', async () => {
      const store = await open();
      const { api, token, wearerId, ask } = await statisticsOn(store);
      await storeReadings(
        store,
        wearerId,
        everyFive(NOON - 7 * DAY, NOON, (at) => (at % DAY < 6 * HOUR ? 90 : 150)),
      );
      const timeZone = 'Asia/Kolkata';
      await api.send(saveStatisticsSettings, {
        token,
        body: { timeZone, population: 'adult', keepDays: null },
      });
      const profile: ReplyOf<typeof glucoseProfile>['data'] = await ask(glucoseProfile, { period: '7d' });
      const lowFrom = profile.points.find(({ percentiles }) => percentiles?.p95 === 90)?.minute ?? 0;
      expect(profile.timeZone).toBe(timeZone);
      // Midnight in UTC is 5:30 in India; 15 minutes around a point count too.
      expect(lowFrom).toBe(5 * 60 + 45);
    });

    test('[DASH-7] the statistics of any dates have all hours of both, also where the clocks change', async () => {
      const store = await open();
      const { api, token, wearerId, ask, dates } = await statisticsOn(store);
      const body = { timeZone: 'Europe/Berlin', population: 'adult', keepDays: null };
      await api.send(saveStatisticsSettings, { token, body });
      // Berlin's clocks go back on October 25, so that day has 25 hours: from 22:00 UTC to 23:00 UTC.
      const sunday = { from: Date.UTC(2026, 9, 24, 22), to: Date.UTC(2026, 9, 25, 23) };
      const isInside = (at: number) => at >= sunday.from && at < sunday.to;
      await storeReadings(
        store,
        wearerId,
        everyFive(sunday.from - 20 * DAY, sunday.to + 10 * DAY, (at) => (isInside(at) ? 200 : 120)),
      );
      const one = await dates('2026-10-25', '2026-10-25');
      expect(one.period).toEqual(sunday);
      expect(one.current).toMatchObject({
        readings: 300,
        meanMgdl: 200,
        goals: null,
        sufficiency: {
          isEnough: false,
          coverage: 1,
          sentence: 'Readings cover 100% of these 25 hours. GMI and goals need 14 days.',
        },
      });
      expect(one.before).toMatchObject({ readings: 288, meanMgdl: 120 });
      expect(one.comparison?.targetPoints).toBe(-100);
      // The high begins and ends exactly with the day.
      expect(one.events).toMatchObject({ highs: 1, newest: [{ ...sunday, isOver: true }] });

      const weeks = await dates('2026-10-18', '2026-10-31');
      expect(weeks.period).toEqual({ from: sunday.from - 7 * DAY, to: sunday.to + 6 * DAY });
      expect(weeks.current).toMatchObject({ readings: 14 * 288 + 12, sufficiency: { isEnough: true } });
      expect(weeks.current?.goals).not.toBeNull();
      expect(weeks.before?.readings).toBe((20 - 7) * 288);

      const profile = await ask(glucoseProfile, { from: '2026-10-18', until: '2026-10-31' });
      expect(profile).toMatchObject({ period: weeks.period, sufficiency: { isEnough: true, days: 14 } });
      // On the day with two hours between two and three, the profile has both.
      expect(profile.points.find(({ minute }: { minute: number }) => minute === 150).days).toBe(15);
    });

    test('[DASH-7] dates until today end now, and a reading that comes late counts in dates long past', async () => {
      const store = await open();
      const { wearerId, dates } = await statisticsOn(store);
      await storeReadings(store, wearerId, everyFive(NOON - 36 * HOUR, NOON));
      const untilToday = await dates('2026-11-19', '2026-11-20');
      expect(untilToday.period).toEqual({ from: NOON - 36 * HOUR, to: NOON });
      expect(untilToday.current?.sufficiency.coverage).toBe(1);
      expect((await dates('2025-02-03', '2025-02-03')).current).toBeNull();
      await storeReadings(store, wearerId, [{ takenAt: Date.UTC(2025, 1, 3, 12), mgdl: 52 }]);
      expect((await dates('2025-02-03', '2025-02-03')).current).toMatchObject({
        readings: 1,
        lowestMgdl: 52,
      });
    });

    test('[DASH-7] history beyond the wearer’s retention is erased from store and statistics at once', async () => {
      const store = await open();
      const { api, token, wearerId, ask, statistics } = await statisticsOn(store);
      await storeReadings(store, wearerId, everyFive(NOON - 30 * DAY, NOON));
      expect((await statistics('30d')).current?.readings).toBe(30 * 288);
      const body = { timeZone: 'Europe/Berlin', population: 'older', keepDays: 14 };
      expect((await api.send(saveStatisticsSettings, { token, body })).json()).toEqual({ isSuccess: true });
      expect(await ask(statisticsSettings, {})).toEqual(body);
      expect(await store.readings.since(wearerId, 0)).toHaveLength(14 * 288);
      expect(await statistics('30d')).toMatchObject({ population: 'older', current: { readings: 14 * 288 } });
    });

    test('[DASH-7] no wearer gets another wearer’s statistics', async () => {
      const store = await open();
      const { api, wearerId } = await statisticsOn(store);
      await storeReadings(store, wearerId, everyFive(NOON - DAY, NOON));
      const token = await api.signedIn({ email: 'eve@example.org' });
      const answer = await api.send(readStatistics, { token, query: { period: '24h' } });
      expect(answer.json().data).toMatchObject({ current: null, events: { newest: [] } });
    });
  });
});
