import { saveAlarmSettings, seenAlarm, snoozeAlarm, snoozeOwnAlarm } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { activeFor, alarmsOn, historyFor, readingsCome, watched } from '../../test/alarms/alarms-on.ts';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { pollingNode } from '../../test/polling/polling.ts';
import { fakeVendor, SECRET } from '../../test/polling/vendor.ts';
import { initialAlarmSettings } from '../store/alarms/stored-settings.ts';

const MINUTE = 60_000;

describe('alarms of a wearer', () => {
  eachEngine((open) => {
    test('[ALM-10] ring once for a reading, whatever number of nodes look, and end silently', async () => {
      const store = await open();
      const { api, token, wearerId, alarms, published } = await watched(store);
      await readingsCome(api, alarms, wearerId, [73, 72, 72]);
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 5 * MINUTE;
      const nodes = [alarmsOn(api), alarmsOn(api), alarmsOn(api)];
      await readingsCome(
        api,
        { evaluateDueNow: async () => void (await Promise.all(nodes.map((node) => node.evaluateDueNow()))) },
        wearerId,
        [69],
      );
      await Promise.all(nodes.map((node) => node.evaluateDueNow()));
      const [alarm] = (await activeFor(api, { token })).alarms;
      expect(alarm).toMatchObject({ kind: 'low', rings: 1, value: 69, endedAt: null, seen: null });
      expect(published.filter((change) => change === 'alarms')).toHaveLength(1);
      for (const mgdl of [70, 76, 80]) {
        api.clock.at += 5 * MINUTE;
        await readingsCome(api, alarms, wearerId, [mgdl]);
      }
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      const [ended] = await historyFor(api, { token });
      expect(ended).toMatchObject({ id: alarm?.id, kind: 'low', rings: 1, value: 69 });
      expect(ended?.endedAt).not.toBeNull();
    });

    test('[ALM-15] [ALM-18] ring again until somebody presses Seen, and then not with the next reading', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await readingsCome(api, alarms, wearerId, [66]);
      const [first] = (await activeFor(api, { token })).alarms;
      api.clock.at += 15 * MINUTE;
      await readingsCome(api, alarms, wearerId, [66]);
      const [second] = (await activeFor(api, { token })).alarms;
      expect(second).toMatchObject({ id: first?.id, rings: 2 });
      await api.send(seenAlarm, { token, body: { id: second?.id } });
      await alarms.evaluateDueNow();
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [66]);
      const { alarms: after, snoozes } = await activeFor(api, { token });
      expect(after[0]).toMatchObject({ rings: 2, seen: { by: 'Ada' } });
      expect(snoozes).toMatchObject([{ kind: 'low', by: 'Ada', isForMeAlone: false }]);
      expect(Date.parse(snoozes[0]?.until ?? '')).toBe(api.clock.at + 10 * MINUTE);
    });

    test('[ALM-20] a snoozed high never hides a low; a snoozed low does not hide an urgent low', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const snooze = (kind: string, minutes: number) =>
        api.send(snoozeAlarm, { token, body: { kind, minutes } });
      await snooze('high', 240);
      await readingsCome(api, alarms, wearerId, [68]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'low', rings: 1 }]);
      await snooze('low', 60);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [54]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low', rings: 2 }]);
      expect((await snooze('urgent-low', 60)).statusCode).toBe(400);
    });

    test('[ALM-14] Seen on a page that still shows a low silences no urgent low that has come since', async () => {
      const { api, token, wearerId, alarms } = await watched(await open());
      await readingsCome(api, alarms, wearerId, [68]);
      const [low] = (await activeFor(api, { token })).alarms;
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [50]);
      await api.send(seenAlarm, { token, body: { id: low?.id, kind: low?.kind } });
      await alarms.evaluateDueNow();
      const active = await activeFor(api, { token });
      expect(active.alarms).toMatchObject([{ kind: 'urgent-low', isRinging: true, seen: null }]);
      expect(active.snoozes).toMatchObject([{ kind: 'low' }]);
    });

    test('[ALM-1] data of a source that was connected a moment ago are not missing yet', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await readingsCome(api, alarms, wearerId, [110]);
      api.clock.at += 8 * 60 * MINUTE;
      await store.connections.save(connected(wearerId), api.clock.at);
      for (const minutes of [0, 10, 9]) {
        api.clock.at += minutes * MINUTE;
        await store.alarmWatch.makeDue([wearerId]);
        await alarms.evaluateDueNow();
        expect((await activeFor(api, { token })).alarms).toEqual([]);
      }
      api.clock.at += 2 * MINUTE;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'no-data' }]);
    });

    test('[ALM-22] a snooze of one’s own changes nothing for others', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await api.send(snoozeOwnAlarm, { token, body: { kind: 'low', minutes: 480 } });
      await readingsCome(api, alarms, wearerId, [66]);
      const { alarms: active, snoozes } = await activeFor(api, { token });
      expect(active).toMatchObject([{ kind: 'low', rings: 1 }]);
      expect(snoozes).toMatchObject([{ kind: 'low', isForMeAlone: true }]);
    });

    test('settings that cannot be read count as the initial ones, and silence nobody', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const settings = await store.alarmSettings.of(wearerId);
      await store.alarmSettings.save(wearerId, { ...settings, rules: '{"day":' });
      await readingsCome(api, alarms, wearerId, [50]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low' }]);
    });

    test('[ALM-43] what was decided is counted by kind and reason, without a value or a wearer', async () => {
      const store = await open();
      const { api, wearerId } = await watched(store);
      const counted: string[] = [];
      const alarms = alarmsOn(api, { count: (kind, reason) => void counted.push(`${kind} ${reason}`) });
      await readingsCome(api, alarms, wearerId, [50]);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [90]);
      expect(counted).toEqual(['urgent-low began', 'urgent-low ended']);
      expect(api.logged.join()).not.toMatch(/urgent|mgdl/);
    });

    test('[ALM-11] a source that is late by design has no alarms about glucose', async () => {
      const store = await open();
      const { api, token, wearerId } = await watched(store);
      const delayOf = () => ({ everyMs: 5 * MINUTE, visibleAfterMs: 60 * MINUTE });
      const alarms = alarmsOn(api, { delayOf });
      await readingsCome(api, alarms, wearerId, [50]);
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      // Looks as a running node does: a long time without any is a pause.
      api.clock.at += 80 * MINUTE;
      await alarms.evaluateDueNow();
      api.clock.at += 4 * MINUTE;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 2 * MINUTE;
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'no-data' }]);
    });

    test('[ALM-12] connecting the same source again ends no urgent low soon', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await readingsCome(api, alarms, wearerId, [115, 100, 85]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low-soon' }]);
      await store.connections.save(connected(wearerId), api.clock.at + MINUTE);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [75]);
      expect((await activeFor(api, { token })).alarms).toMatchObject([{ kind: 'urgent-low-soon' }]);
    });

    test('[ALM-13] connecting again with the kept login does not restart the wait of a high; another login does', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      const clock = {
        get now() {
          return api.clock.at;
        },
      };
      const { vendor, source } = fakeVendor(clock);
      const { polling } = pollingNode(store, clock, source);
      const login = { password: SECRET };
      const highs = async (minutes: number) => {
        for (let since = 0; since < minutes; since += 5) {
          api.clock.at += 5 * MINUTE;
          await readingsCome(api, alarms, wearerId, [260]);
        }
        return (await activeFor(api, { token })).alarms.map(({ kind }) => kind);
      };
      await polling.connect(wearerId, 'nightScout', login);
      expect(await highs(20)).toEqual([]);
      await polling.disconnect(wearerId, { clearCredentials: false });
      expect(await polling.reconnect(wearerId)).toBe(true);
      expect(vendor.signIns).toHaveLength(2);
      expect(await highs(15)).toEqual(['high']);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [110]);
      expect(await highs(20)).toEqual([]);
      await polling.connect(wearerId, 'nightScout', login);
      expect(await highs(15)).toEqual([]);
    });

    test('end when they are switched off, and when the source is disconnected', async () => {
      const store = await open();
      const { api, token, wearerId, alarms } = await watched(store);
      await readingsCome(api, alarms, wearerId, [50]);
      await store.connections.switchOff(wearerId, api.clock.at);
      await store.alarmWatch.makeDue([wearerId]);
      await alarms.evaluateDueNow();
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      await store.connections.save(connected(wearerId), api.clock.at - 60 * MINUTE);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [50]);
      expect((await activeFor(api, { token })).alarms).toHaveLength(1);
      const body = { isOn: false, settings: initialAlarmSettings };
      await api.send(saveAlarmSettings, { token, body });
      expect((await activeFor(api, { token })).alarms).toEqual([]);
      api.clock.at += 5 * MINUTE;
      await readingsCome(api, alarms, wearerId, [45]);
      expect((await activeFor(api, { token })).alarms).toEqual([]);
    });
  });
});
