import {
  type ReplyOf,
  saveStorySettings,
  storyChart,
  storyProfile,
  storySettings,
  storyStatistics,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, type TestApi } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';
import { everyFive, keep, NOON } from '../../test/history.ts';
import type { Store } from '../store/store.ts';
import { openRetention } from '../story/retention.ts';
import { openStory } from '../story/story.ts';
import { DAY, HOUR, MINUTE } from '../times.ts';

/** The API with a story behind it, and the wearer who is signed in. */
async function storyOn(store: Store) {
  const now = () => NOON;
  const { eraseFor } = openRetention({ history: store.history, log: { error: () => {} }, now });
  const api = await apiOn(store, { story: { ...openStory({ ...store, now }), eraseFor } });
  const token = await api.signedIn();
  const account = await store.accounts.byEmail('ada@example.org');
  const wearerId = (await store.wearers.byAccount(account?.id ?? 0))?.id ?? 0;
  const ask = async <C extends Parameters<TestApi['send']>[0]>(call: C, query: Record<string, string>) =>
    (await api.send(call, { token, query })).json().data;
  const statistics = (period: string): Promise<ReplyOf<typeof storyStatistics>['data']> =>
    ask(storyStatistics, { period });
  return { api, token, wearerId, ask, statistics };
}

describe('the story of a wearer’s readings', () => {
  eachEngine((open) => {
    test('[DASH-7] a fortnight’s statistics come with those before, right after the history was filled in', async () => {
      const store = await open();
      const { wearerId, statistics } = await storyOn(store);
      expect(await statistics('14d')).toMatchObject({ current: null, events: { lows: 0, newest: [] } });
      await keep(
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

    test('[DASH-7] a reading that comes late counts on its day', async () => {
      const store = await open();
      const { wearerId, statistics } = await storyOn(store);
      await keep(store, wearerId, everyFive(NOON - 6 * DAY, NOON));
      expect((await statistics('7d')).current?.lowestMgdl).toBe(100);
      await keep(store, wearerId, [{ takenAt: NOON - 6.5 * DAY, mgdl: 52 }]);
      expect((await statistics('7d')).current).toMatchObject({ lowestMgdl: 52, readings: 6 * 288 + 1 });
    });

    test('[DASH-7] the chart of the last hours has its points and the saved setpoints', async () => {
      const store = await open();
      const { wearerId, ask } = await storyOn(store);
      await keep(store, wearerId, everyFive(NOON - 12 * HOUR, NOON));
      expect(await ask(storyChart, { span: '3h' })).toMatchObject({ setpoints: null });
      await store.wearers.saveRange(wearerId, { unit: 'mmol/L', high: 10, inRange: 6, low: 4 });
      const chart = await ask(storyChart, { span: '3h' });
      expect(chart.period).toEqual({ from: NOON - 3 * HOUR, to: NOON });
      expect(chart.setpoints).toEqual({ lowMgdl: 72, inRangeMgdl: 108, highMgdl: 180 });
      expect(chart.takenAt[0]).toBe(NOON - 3 * HOUR - 15 * MINUTE);
      expect(chart.takenAt).toHaveLength(39);
    });

    test('[DASH-7] the profile follows the wearer’s time zone', async () => {
      const store = await open();
      const { api, token, wearerId, ask } = await storyOn(store);
      await keep(
        store,
        wearerId,
        everyFive(NOON - 7 * DAY, NOON, (at) => (at % DAY < 6 * HOUR ? 90 : 150)),
      );
      const timeZone = 'Asia/Kolkata';
      await api.send(saveStorySettings, { token, body: { timeZone, population: 'adult', keepDays: null } });
      const profile: ReplyOf<typeof storyProfile>['data'] = await ask(storyProfile, { period: '7d' });
      const lowFrom = profile.points.find(({ percentiles }) => percentiles?.p95 === 90)?.minute ?? 0;
      expect(profile.timeZone).toBe(timeZone);
      // Midnight in UTC is half past five in India; a quarter of an hour around a point counts too.
      expect(lowFrom).toBe(5 * 60 + 45);
    });

    test('[DASH-7] history that the wearer no longer wants is gone from store and story at once', async () => {
      const store = await open();
      const { api, token, wearerId, ask, statistics } = await storyOn(store);
      await keep(store, wearerId, everyFive(NOON - 30 * DAY, NOON));
      expect((await statistics('30d')).current?.readings).toBe(30 * 288);
      const body = { timeZone: 'Europe/Berlin', population: 'older', keepDays: 14 };
      expect((await api.send(saveStorySettings, { token, body })).json()).toEqual({ isSuccess: true });
      expect(await ask(storySettings, {})).toEqual(body);
      expect(await store.readings.since(wearerId, 0)).toHaveLength(14 * 288);
      expect(await statistics('30d')).toMatchObject({ population: 'older', current: { readings: 14 * 288 } });
    });

    test('[DASH-7] nobody is told another wearer’s story', async () => {
      const store = await open();
      const { api, wearerId } = await storyOn(store);
      await keep(store, wearerId, everyFive(NOON - DAY, NOON));
      const token = await api.signedIn({ email: 'eve@example.org' });
      const answer = await api.send(storyStatistics, { token, query: { period: '24h' } });
      expect(answer.json().data).toMatchObject({ current: null, events: { newest: [] } });
    });
  });
});
