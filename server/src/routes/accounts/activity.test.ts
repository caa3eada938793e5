import {
  changePassword,
  connectCalls,
  currentUser,
  deleteAccount,
  disconnect,
  exportData,
  newConnectionCode,
  type RecentActivity,
  recentActivity,
  signIn,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { unzip } from '../../../test/unzip.ts';
import { DAY } from '../../shared/time-units.ts';

const { email, password } = ada;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const activityOf = async (api: TestApi, token: string) =>
  (await api.send(recentActivity, { token })).json<{ activity: RecentActivity[] }>().activity;
const kindsOf = async (api: TestApi, token: string) =>
  (await activityOf(api, token)).map(({ kind }) => kind).reverse();

/** Does every activity that is listed, once. */
async function active(api: TestApi, token: string) {
  const same = { newPassword: 'Difference2?', confirmNewPassword: 'Difference2?' };
  const agent = firefox;
  const nightscout = { endpoint: 'https://cgm.example.org', apiSecret: 'a secret of mine' };
  await api.send(connectCalls.nightScout, { token, agent, body: nightscout });
  await api.send(disconnect, { token, agent, body: { clearCredentials: true } });
  await api.send(newConnectionCode, { token, agent });
  await api.send(changePassword, { token, agent, body: { currentPassword: password, ...same } });
  await api.send(exportData, { token, agent, body: { password: same.newPassword } });
  return same.newPassword;
}

describe('recent activity', () => {
  eachEngine((open) => {
    test('[ACC-3] security-relevant activity is listed with its device, newest first, and is in the export', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const newPassword = await active(api, token);
      const kinds = [
        ...['signed-in', 'source-connected', 'source-removed'],
        ...['code-renewed', 'password-changed', 'data-exported'],
      ];
      expect(await kindsOf(api, token)).toEqual(kinds);
      expect((await activityOf(api, token))[0]).toEqual({
        kind: 'data-exported',
        at: new Date(api.clock.at).toISOString(),
        device: 'Firefox on Linux',
      });
      const file = await api.send(exportData, { token, body: { password: newPassword } });
      const account = JSON.parse(unzip(file.rawPayload)['account.json'] ?? '') as {
        recentActivity: { kind: string }[];
      };
      expect(account.recentActivity.map(({ kind }) => kind)).toContain('code-renewed');
    });

    test('[LOG-4] a sign-in is listed when its network or its device is new', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const body = { email, password };
      for (const more of [{}, { from: '203.0.113.5' }, { from: '203.0.113.5' }, { agent: firefox }]) {
        expect((await api.send(signIn, { body, ...more })).statusCode).toBe(200);
      }
      expect(await kindsOf(api, token)).toEqual(['signed-in', 'signed-in', 'signed-in']);
    });

    test('it is kept for 90 days, and no more than 200 entries', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      for (let time = 0; time < 210; time += 1) {
        await store.activity.add(1, { kind: 'source-connected', at: api.clock.at, device: 'An app' });
      }
      expect(await activityOf(api, token)).toHaveLength(200);
      await store.activity.cleanup(api.clock.at + 90 * DAY);
      expect(await activityOf(api, token)).toEqual([]);
    });

    test('security emails are sent at most once an hour each, and one when the account is deleted', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const before = (await api.queuedMails()).length;
      const newPassword = await active(api, token);
      await api.send(newConnectionCode, { token });
      await api.send(exportData, { token, body: { password: newPassword } });
      const subjects = async () => (await api.queuedMails()).slice(before).map(({ subject }) => subject);
      expect(await subjects()).toEqual([
        'New connection code',
        'Your password was changed',
        'Your data was downloaded',
      ]);
      const gone = await api.send(deleteAccount, { token, body: { password: newPassword } });
      expect(gone.statusCode).toBe(200);
      // Queued emails are deleted with the account.
      expect((await api.queuedMails()).map(({ subject, recipient }) => [subject, recipient])).toEqual([
        ['Your account was deleted', email],
      ]);
    });
  });
});

describe('a session', () => {
  eachEngine((open) => {
    test('[LOG-2] ends 180 days after it started, however often it is used', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const status = async () => (await api.send(currentUser, { token })).statusCode;
      for (let day = 0; day < 175; day += 25) {
        api.clock.at += 25 * DAY;
        expect(await status()).toBe(200);
      }
      api.clock.at += 5 * DAY - 1;
      expect(await status()).toBe(200);
      api.clock.at += 1;
      expect(await status()).toBe(401);
    });
  });
});
