import {
  announceHome,
  changeDevice,
  displaySettings,
  lampSettings,
  listDevices,
  pairing,
  removeDevice,
  saveDisplaySettings,
  saveLampSettings,
  saveStatisticsSettings,
  statisticsSettings,
  tryLamps,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, noDevices } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import type { Store } from '../../store/store.ts';

/** Ada's API with a connected lamp and a clock that was connected before. */
async function withLamps(store: Store) {
  const gone: unknown[] = [];
  const heard: unknown[] = [];
  const devices = {
    ...noDevices,
    removed: (...which: unknown[]) => void gone.push(which),
  };
  const api = await apiOn(store, { devices });
  const token = await api.signedIn();
  const at = api.clock.at;
  const lamp = {
    wearerId: 1,
    deviceId: 'bed',
    kind: 'lamp',
    name: null,
    at,
    liveUntil: at + 1000,
    heldBy: 'x',
    accountId: null,
  };
  await store.devices.markSeen([lamp, { ...lamp, deviceId: 'clock', at: at - 5000, liveUntil: at - 1 }]);
  store.changes.subscribe((wearerId, change) => heard.push([wearerId, change]));
  return { api, token, gone, heard };
}

describe('[DASH-4] the devices of the dashboard', () => {
  eachEngine((open) => {
    test('are listed with kind, name, first and last contact, and whether they are connected', async () => {
      const { api, token } = await withLamps(await open());
      const { devices } = (await api.send(listDevices, { token })).json();
      expect(devices).toEqual([
        {
          id: 'bed',
          kind: 'lamp',
          name: null,
          muted: false,
          connected: true,
          firstSeen: '2026-11-20T12:00:00.000Z',
          lastSeen: '2026-11-20T12:00:00.000Z',
        },
        expect.objectContaining({ id: 'clock', connected: false, lastSeen: '2026-11-20T11:59:55.000Z' }),
      ]);
    });

    test('are named and muted, and every page that shows them is notified', async () => {
      const { api, token, heard } = await withLamps(await open());
      const named = await api.send(changeDevice, {
        token,
        body: { id: 'bed', name: ' Bedside ', muted: true },
      });
      expect(named.json()).toEqual({ isSuccess: true });
      expect((await api.send(listDevices, { token })).json().devices[0]).toMatchObject({
        name: 'Bedside',
        muted: true,
      });
      expect(heard).toEqual([[1, 'devices']]);
    });

    test('[API-3] a name that cannot be shown is refused, whatever the store could hold', async () => {
      const { api, token } = await withLamps(await open());
      for (const name of ['\0', 'a\0b', 'lamp\u202E', 'two\nlines']) {
        const { statusCode, body } = await api.send(changeDevice, { token, body: { id: 'bed', name } });
        expect(statusCode, JSON.stringify(name)).toBe(400);
        expect(body).toContain('The name has characters that cannot be used');
      }
    });

    test('are removed, disconnected, and then unknown', async () => {
      const { api, token, gone } = await withLamps(await open());
      expect((await api.send(removeDevice, { token, body: { id: 'bed' } })).json()).toEqual({
        isSuccess: true,
      });
      expect(gone).toEqual([[1, 'bed']]);
      const again = await api.send(removeDevice, { token, body: { id: 'bed' } });
      expect([again.statusCode, again.json().title]).toEqual([404, 'This device is not known any more']);
      expect((await api.send(changeDevice, { token, body: { id: 'bed', muted: true } })).statusCode).toBe(
        404,
      );
    });

    test('of someone else are answered like unknown ones', async () => {
      const { api } = await withLamps(await open());
      const token = await api.signedIn({ email: 'ben@example.org' });
      expect((await api.send(listDevices, { token })).json()).toEqual({ devices: [] });
      expect((await api.send(removeDevice, { token, body: { id: 'bed' } })).statusCode).toBe(404);
    });

    test('[DASH-4] come with the addresses to pair each kind', async () => {
      const { api, token } = await withLamps(await open());
      expect((await api.send(pairing, { token })).json()).toMatchObject({
        lamp: 'https://tealight.example.org/lamp',
        mqtt: null,
      });
    });

    test('[DEV-4] are announced to Home Assistant only on request', async () => {
      const store = await open();
      const { api, token, heard } = await withLamps(store);
      expect((await store.lamps.of(1)).homeAssistant).toBe(false);
      await api.send(announceHome, { token, body: { announce: true } });
      expect((await store.lamps.of(1)).homeAssistant).toBe(true);
      expect(heard).toEqual([[1, 'devices']]);
      expect((await api.send(pairing, { token })).json().homeAssistant).toBeNull();
      const own = await apiOn(store, { devices: { ...noDevices, canAnnounceHome: true } });
      expect((await own.send(pairing, { token })).json().homeAssistant).toBe(true);
    });

    test('[DEV-2] made for Nightscout read ten days, or everything when the wearer says so', async () => {
      const store = await open();
      const { api, token, heard } = await withLamps(store);
      expect((await api.send(displaySettings, { token })).json()).toEqual({ history: 'ten-days' });
      await api.send(saveDisplaySettings, { token, body: { history: 'all' } });
      expect((await api.send(displaySettings, { token })).json()).toEqual({ history: 'all' });
      expect(heard).toEqual([[1, 'devices']]);
      await api.send(saveDisplaySettings, { token, body: { history: 'ten-days' } });
      expect(await store.displaySettings.of(1)).toEqual({ history: 'ten-days' });
    });

    test('[DEV-2] can be previewed: each state, and how long it lasts', async () => {
      const store = await open();
      const { api, token, heard } = await withLamps(store);
      expect((await api.send(tryLamps, { token })).json()).toEqual({
        stepMs: 5000,
        steps: ['low', 'in-range', 'high', null],
      });
      expect(heard).toEqual([[1, 'range']]);
      expect((await store.lamps.of(1)).tryingSince).toBe(api.clock.at);
    });
  });
});

describe('[DEV-2] the lamp settings', () => {
  const settings = {
    dayBrightness: 0.7,
    nightBrightness: 0.02,
    night: { fromMinute: 1320, untilMinute: 400 },
    timeZone: 'America/New_York',
    inRange: 'dark-at-night',
    alarmRhythm: 'on',
    alarmWhenMuted: true,
  };

  eachEngine((open) => {
    test('are full brightness and no night by default', async () => {
      const { api, token, heard } = await withLamps(await open());
      expect((await api.send(lampSettings, { token })).json()).toMatchObject({
        dayBrightness: 1,
        night: null,
      });
      expect((await api.send(saveLampSettings, { token, body: settings })).json()).toEqual({
        isSuccess: true,
      });
      expect((await api.send(lampSettings, { token })).json()).toEqual(settings);
      expect(heard).toEqual([[1, 'range']]);
    });

    test('the night uses the wearer’s one time zone, which changes only when it is sent', async () => {
      const { api, token, heard } = await withLamps(await open());
      const statistics = { timeZone: 'Europe/Berlin', population: 'adult', keepDays: null };
      const zones = async () => [
        (await api.send(lampSettings, { token })).json().timeZone,
        (await api.send(statisticsSettings, { token })).json().data.timeZone,
      ];
      await api.send(saveStatisticsSettings, { token, body: statistics });
      expect(await zones()).toEqual(['Europe/Berlin', 'Europe/Berlin']);
      expect(heard).toEqual([[1, 'range']]);
      const { timeZone: _, ...unzoned } = settings;
      await api.send(saveLampSettings, { token, body: unzoned });
      await api.send(saveStatisticsSettings, { token, body: { ...statistics, timeZone: null } });
      expect(await zones()).toEqual(['Europe/Berlin', 'Europe/Berlin']);
      await api.send(saveLampSettings, { token, body: settings });
      expect(await zones()).toEqual(['America/New_York', 'America/New_York']);
    });

    test.each([
      ['dayBrightness', { ...settings, dayBrightness: 0 }],
      ['nightBrightness', { ...settings, nightBrightness: 1.1 }],
      ['timeZone', { ...settings, timeZone: 'Middle/Earth' }],
      ['inRange', { ...settings, inRange: 'sometimes' }],
      ['night.fromMinute', { ...settings, night: { fromMinute: 1440, untilMinute: 0 } }],
    ])('reject an invalid %s', async (field, body) => {
      const { api, token } = await withLamps(await open());
      const answer = await api.send(saveLampSettings, { token, body });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
    });
  });
});
