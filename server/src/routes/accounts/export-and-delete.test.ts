import {
  currentUser,
  deleteAccount,
  exportData,
  saveRange,
  sendResetEmail,
  signIn,
  signUp,
} from '@tealight/contract';
import { rankOf } from '@tealight/glucose';
import { describe, expect, test, vi } from 'vitest';
import { ada, apiOn, failingDisconnect, noDevices, noPolling } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { everyFive, NOON, storeReadings } from '../../../test/history.ts';
import { unzip } from '../../../test/unzip.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';

const { email, password } = ada;
const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 };

describe('exporting an account', () => {
  eachEngine((open) => {
    test('[ACC-5] one zip holds the account and every reading, as JSON and as CSV, and no secret', async () => {
      const store = await open();
      const api = await apiOn(store, { more: async () => ({ devices: [{ name: 'Lamp' }] }) });
      const token = await api.signedIn();
      await api.send(saveRange, { token, body: range });
      const times = [api.clock.at - 700 * DAY, api.clock.at - 40 * DAY, api.clock.at - MINUTE];
      await store.readings.add(
        times.map((takenAt) => ({ wearerId: 1, takenAt, mgdl: 101, trend: 'steady' as const })),
      );

      const answer = await api.send(exportData, { token, body: { password } });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="tealight-2026-11-20.zip"',
      });
      const files = unzip(answer.rawPayload);
      expect(Object.keys(files).sort()).toEqual([
        'account.json',
        'readings.csv',
        'readings.json',
        'wearer.json',
      ]);
      expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
        email,
        firstName: 'Ada',
        country: 'GB',
      });
      expect(JSON.parse(files['wearer.json'] ?? '')).toMatchObject({ range, devices: [{ name: 'Lamp' }] });
      const lines = times.map((at) => `${new Date(at).toISOString()},101,5.6,steady`);
      expect(files['readings.csv']).toBe(['time,mg/dL,mmol/L,trend', ...lines, ''].join('\r\n'));
      expect(JSON.parse(files['readings.json'] ?? '')).toHaveLength(3);
      expect(Object.values(files).join('')).not.toMatch(/argon2|encrypted|hash/i);
    });

    test('[ACC-5] holds the alarms that are still stored, the channels without their addresses, and who is followed', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      const at = api.clock.at - MINUTE;
      const began = {
        episode: 'low',
        kind: 'low',
        rank: rankOf('low'),
        at,
        ring: true,
        isEnd: false,
        mgdl: 61,
        takenAt: at,
      } as const;
      await store.alarmEpisodes.record(1, began);
      await store.alarmChannels.save(
        {
          accountId: 1,
          kind: 'webhook',
          name: 'Hallway',
          hidesValues: true,
          fingerprint: null,
          address: 'the-address',
          addressHash: 'some',
        },
        at,
      );
      const files = unzip((await api.send(exportData, { token, body: { password } })).rawPayload);
      expect(JSON.parse(files['wearer.json'] ?? '').alarmHistory).toMatchObject([
        { kind: 'low', mgdl: 61, beganAt: new Date(at).toISOString(), endedAt: null, seenBy: null },
      ]);
      expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
        alarmChannels: [{ kind: 'webhook', name: 'Hallway', hidesValues: true, lastReachedAt: null }],
        wearers: [{ role: 'owner', unit: 'mg/dL', myAlarms: expect.anything() }],
      });
      expect(Object.values(files).join('')).not.toContain('the-address');
    });

    test('[ACC-5] reads the years of a wearer that was handed over to a younger account in parts', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      const wearers = await store.wearers.ofAccount(1);
      const older = wearers.map((wearer) => ({ ...wearer, createdAt: api.clock.at - 1500 * DAY }));
      vi.spyOn(store.wearers, 'ofAccount').mockResolvedValue(older);
      const between = vi.spyOn(store.readings, 'between');
      await api.send(exportData, { token, body: { password } });
      const [, from = 0, until = 0] = between.mock.calls.find(([, start]) => start > 0) ?? [];
      expect(from).toBeLessThanOrEqual(api.clock.at - 1800 * DAY);
      expect(until - from).toBe(30 * DAY);
    });

    test('[ACC-5] without the password there is no export', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      expect((await api.send(exportData, { token, body: { password: 'Wrong1234!' } })).statusCode).toBe(403);
      expect((await api.send(exportData, { token, body: {} })).statusCode).toBe(400);
    });

    test('[ACC-5] an account without readings is exported, too', async () => {
      const api = await apiOn(await open());
      const files = unzip(
        (await api.send(exportData, { token: await api.signedIn(), body: { password } })).rawPayload,
      );
      expect(JSON.parse(files['readings.json'] ?? '')).toEqual([]);
    });
  });
});

describe('deleting an account', () => {
  eachEngine((open) => {
    test('[ACC-5] everything of the account is erased at once, and other accounts are not', async () => {
      const store = await open();
      const disconnect = vi.fn(async () => {});
      const disconnectCode = vi.fn(async () => {});
      const api = await apiOn(store, {
        polling: { ...noPolling, disconnect },
        devices: { ...noDevices, disconnectCode },
      });
      const ben = await api.signedIn({ email: 'ben@example.org', firstname: 'Ben' });
      const token = await api.signedIn();
      await api.send(sendResetEmail, { body: { email } });
      const wearer = await store.wearers.byAccount(2);
      await store.readings.add(
        [1, 2].map((id) => ({ wearerId: id, takenAt: 1, mgdl: 100, trend: 'steady' as const })),
      );

      expect((await api.send(deleteAccount, { token, body: { password } })).json()).toEqual({
        isSuccess: true,
      });
      expect(disconnect).toHaveBeenCalledWith(2, { clearCredentials: true });
      expect(disconnectCode).toHaveBeenCalledWith(2, wearer?.code);
      expect((await api.send(currentUser, { token })).statusCode).toBe(401);
      expect(await store.accounts.byEmail(email)).toBeNull();
      expect(await store.wearers.byCode(wearer?.code ?? '')).toBeNull();
      expect(
        [await store.readings.latest(1), await store.readings.latest(2)].map(({ length }) => length),
      ).toEqual([1, 0]);
      const mails = (await api.queuedMails()).filter(({ recipient }) => recipient === email);
      expect(mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
      expect((await api.send(currentUser, { token: ben })).json()).toMatchObject({ firstName: 'Ben' });
    });

    test('[ACC-5] years of readings are erased in steps that keep nobody waiting, before the account', async () => {
      const store = await open();
      const left: number[] = [];
      const { eraseOwn } = store.history;
      store.history.eraseOwn = async (...whose) => {
        const isMore = await eraseOwn(...whose);
        left.push(await store.history.count(1, 0, Date.now()));
        return isMore;
      };
      const api = await apiOn(store);
      const token = await api.signedIn();
      await storeReadings(store, 1, everyFive(NOON - 40 * DAY, NOON));
      expect((await api.send(deleteAccount, { token, body: { password } })).statusCode).toBe(200);
      expect(left).toEqual([40 * 288 - 5000, 40 * 288 - 10_000, 0]);
    });

    test('[ACC-5] the lamps go dark also when what follows fails', async () => {
      const disconnectCode = vi.fn(async () => {});
      const devices = { ...noDevices, disconnectCode };
      const api = await apiOn(await open(), { polling: failingDisconnect, devices });
      const token = await api.signedIn();
      await api.send(deleteAccount, { token, body: { password } });
      expect(disconnectCode).toHaveBeenCalledTimes(1);
      expect((await api.send(currentUser, { token })).statusCode).toBe(401);
    });

    test('[ACC-5] a wrong password deletes nothing', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      await storeReadings(store, 1, everyFive(NOON - DAY, NOON));
      expect((await api.send(deleteAccount, { token, body: { password: 'Wrong1234!' } })).statusCode).toBe(
        403,
      );
      expect((await api.send(currentUser, { token })).statusCode).toBe(200);
      expect(await store.history.count(1, 0, Date.now())).toBe(288);
    });

    test('the address can be used again, for an account without data of the deleted one', async () => {
      const store = await open();
      const api = await apiOn(store);
      await api.send(deleteAccount, { token: await api.signedIn(), body: { password } });
      await api.send(signUp, { body: ada });
      expect(await store.accounts.byEmail(email)).toMatchObject({ id: 2, emailConfirmedAt: null });
      expect((await api.send(signIn, { body: { email, password } })).statusCode).toBe(403);
    });
  });
});
