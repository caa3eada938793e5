import { currentUser, newConnectionCode, saveRange, saveSettings } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, noDevices } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { letFollow, ownWearer, personOf } from '../../../test/followers/family.ts';

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

/** A wearer, and somebody else who may change the range. */
async function family(store: Parameters<typeof apiOn>[0]) {
  const api = await apiOn(store);
  const [maria, carla] = [await personOf(api, 'Maria'), await personOf(api, 'Carla')];
  const wearer = await ownWearer(api, maria);
  await letFollow(api, { owner: maria, follower: carla, wearer }, { role: 'carer' });
  return { api, wearer, owner: { token: maria.token }, carer: { token: carla.token } };
}

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

    test.each([
      { unit: 'mg/dL', high: 200, inRange: 110, low: 70 },
      { unit: 'mmol/L', high: 11.1, inRange: 6.1, low: 3.9 },
    ])('[PPL-22] what a carer enters in $unit is saved in the unit of the wearer', async (body) => {
      const { api, carer, owner, wearer } = await family(await open());
      const [saved, expected] = [10, 11.1].map((high) => ({ unit: 'mmol/L', high, inRange: 6.1, low: 3.9 }));
      await api.send(saveRange, { ...owner, body: saved });
      expect((await api.send(saveRange, { ...carer, wearer, body })).json()).toEqual({ data: expected });
      expect((await api.send(currentUser, owner)).json()).toMatchObject({ rangeSetup: expected });
    });

    test('[PPL-22] a setpoint that a carer leaves as it is shown stays exactly as the wearer entered it', async () => {
      const { api, carer, owner, wearer } = await family(await open());
      // 111 mg/dL is 6.2 mmol/L, which is 112 mg/dL.
      await api.send(saveRange, { ...owner, body: { ...range, inRange: 111 } });
      const body = { unit: 'mmol/L', high: 11.1, inRange: 6.2, low: 3.9 };
      await api.send(saveRange, { ...carer, wearer, body });
      expect((await api.send(currentUser, owner)).json()).toMatchObject({
        rangeSetup: { unit: 'mg/dL', high: 200, inRange: 111, low: 70 },
      });
    });

    test('[PPL-22] setpoints that a carer makes equal are equal in the unit of the wearer', async () => {
      const { api, carer, owner, wearer } = await family(await open());
      // 117 mg/dL is 6.5 mmol/L, and so is 118.
      await api.send(saveRange, { ...owner, body: { ...range, inRange: 130, low: 118 } });
      const body = { unit: 'mmol/L', high: 10, inRange: 6.5, low: 6.5 };
      await api.send(saveRange, { ...carer, wearer, body });
      const { rangeSetup } = (await api.send(currentUser, owner)).json();
      expect(rangeSetup).toEqual({ unit: 'mg/dL', high: 180, inRange: 117, low: 117 });
    });

    test('[PPL-22] the first range of a wearer is saved as a carer enters it', async () => {
      const { api, carer, owner, wearer } = await family(await open());
      const mmol = { unit: 'mmol/L', high: 10, inRange: 6.1, low: 3.9 };
      await api.send(saveRange, { ...carer, wearer, body: mmol });
      expect((await api.send(currentUser, owner)).json()).toMatchObject({ rangeSetup: mmol });
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
      const devices = { ...noDevices, disconnectCode: async (...who: unknown[]) => void cut.push(who) };
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

    test('[DASH-4] a new connection code is published as a change of who may see the wearer: pages that show the old one load it again', async () => {
      const store = await open();
      const heard: unknown[] = [];
      store.changes.subscribe((wearerId, change) => heard.push([wearerId, change]));
      const api = await apiOn(store);
      await api.send(newConnectionCode, { token: await api.signedIn() });
      expect(heard).toContainEqual([1, 'people']);
    });
  });
});
