import { currentUser, newConnectionCode, saveRange, saveSettings } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, noDevices } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 };

const wrong: [body: object, field: string, message: string][] = [
  [{ ...range, high: 401 }, 'high', 'Value is too high, max 400'],
  [{ unit: 'mmol/L', high: 22.3, inRange: 6, low: 4 }, 'high', 'Value is too high, max 22.2'],
  [{ ...range, low: 49 }, 'low', 'Value is too low, min 50'],
  [{ unit: 'mmol/L', high: 10, inRange: 6, low: 2.7 }, 'low', 'Value is too low, min 2.8'],
  [{ ...range, inRange: 181 }, 'inRange', 'Value must be lower than high setpoint'],
  [{ ...range, inRange: 69 }, 'inRange', 'Value must be higher than low setpoint'],
  [{ ...range, high: 0 }, 'high', 'Value is incorrect'],
  [{ ...range, low: 'seventy' }, 'low', 'Value is incorrect'],
  [{ unit: 'mg/dL', high: 180, low: 70 }, 'inRange', 'Value is incorrect'],
];

describe('the range', () => {
  eachEngine((open) => {
    test('[RNG-4] [API-2] the saved range is answered, and is in the current user as it was entered', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const mmol = { unit: 'mmol/L', high: 10, inRange: 6.1, low: 3.9 };
      expect((await api.send(saveRange, { token, body: mmol })).json()).toEqual({ data: mmol });
      expect(
        (await api.send(saveSettings, { token, body: { lowFlash: true, highFlash: false } })).json(),
      ).toEqual({
        isSuccess: true,
      });
      expect((await api.send(currentUser, { token })).json()).toMatchObject({
        rangeSetup: mmol,
        userSettings: { lowFlash: true, highFlash: false, palette: 'classic' },
      });
    });

    test.each(wrong)('[RNG-2] %j is rejected at %s: %s', async (body, field, message) => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const answer = await api.send(saveRange, { token, body });
      expect(answer.json()).toMatchObject({ status: 400, errors: { [field]: [message] } });
      expect((await api.send(currentUser, { token })).json()).toMatchObject({ rangeSetup: null });
    });

    test('[COL-2] the palette is saved with the flash settings, and does not change when it is left out', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      await api.send(saveSettings, { token, body: { lowFlash: true, highFlash: true, palette: 'safe' } });
      await api.send(saveSettings, { token, body: { lowFlash: false, highFlash: true } });
      expect((await api.send(currentUser, { token })).json()).toMatchObject({
        userSettings: { lowFlash: false, highFlash: true, palette: 'safe' },
      });
    });

    test('subscribers of the wearer are notified when the range has changed', async () => {
      const store = await open();
      const heard: unknown[] = [];
      store.changes.subscribe((wearerId, change) => heard.push([wearerId, change]));
      const api = await apiOn(store);
      await api.send(saveRange, { token: await api.signedIn(), body: range });
      expect(heard).toEqual([[1, 'range']]);
    });

    test('[DEV-1] a new connection code replaces the old one, whose devices are disconnected', async () => {
      const store = await open();
      const cut: unknown[] = [];
      const devices = { ...noDevices, cutOff: async (...who: unknown[]) => void cut.push(who) };
      const api = await apiOn(store, { devices });
      const token = await api.signedIn();
      const { connectionCode: old } = (await api.send(currentUser, { token })).json();
      const { connectionCode } = (await api.send(newConnectionCode, { token })).json();
      expect([old, connectionCode]).toEqual([
        expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{10}$/),
        expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{10}$/),
      ]);
      expect(connectionCode).not.toBe(old);
      expect(await store.wearers.byCode(old)).toBeNull();
      expect(await store.wearers.byCode(connectionCode)).toMatchObject({ id: 1 });
      expect(cut).toEqual([[1, old]]);
    });
  });
});
