import { readFile, writeFile } from 'node:fs/promises';
import { addWearer } from '@tealight/contract';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ada, apiOn, type TestApi } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';
import { openGlow } from '../glow/glow.ts';
import type { Store } from '../store/store.ts';

/**
 * The answers of the specification's calls as they were when an account had one wearer. To record them again after an
 * intended change: RECORD=1 vitest run --project node server/src/routes/specification-calls.test.ts
 */
const recording = new URL('../../test/recorded-specification-calls.json', import.meta.url);
const MINUTE = 60_000;

type Step = { name: string; method: 'GET' | 'POST'; url: string; body?: object; signedOut?: true };

const call = (name: string, method: Step['method'], path: string, body?: object): Step => ({
  name,
  method,
  url: `/api/v1/${path}`,
  ...(body && { body }),
});
const range = { unit: 'mmol/L', high: 10, inRange: 6.1, low: 3.9 };
const newPassword = { newPassword: 'Difference2!', confirmNewPassword: 'Difference2!' };

/** In this order, with what they answer to right and to wrong input. */
const steps: readonly Step[] = [
  call('the user', 'GET', 'UserProfile/current-user'),
  call('readings without a range', 'GET', 'Readings/current-user-readings'),
  call('setpoints', 'POST', 'RangeSetup/save-range-setup', range),
  call('wrong setpoints', 'POST', 'RangeSetup/save-range-setup', { ...range, low: 12 }),
  call('settings', 'POST', 'UserSettings', { lowFlash: true, highFlash: false }),
  call('the user with setpoints', 'GET', 'UserProfile/current-user'),
  call('readings with a range', 'GET', 'Readings/current-user-readings'),
  call('the connection', 'GET', 'Readings/cgm-connection'),
  call('live devices', 'GET', 'Readings/live-devices'),
  call('Dexcom’s page', 'GET', 'Dexcom/authorization'),
  call('back from Dexcom’s page', 'POST', 'Dexcom/authorization/complete', { code: 'x', state: 'y' }),
  call('Dexcom Share', 'POST', 'Dexcom/authorization/share-api', {
    username: 'sam',
    password: 'made up',
    region: 'US',
  }),
  call('LibreLinkUp', 'POST', 'FreeStyleLibre/authorization', { username: 'sam', password: 'made up' }),
  call('Nightscout', 'POST', 'NightScout/authorization', {
    endpoint: 'https://site.example.org',
    apiSecret: 'a secret of this test',
  }),
  call('Nightscout without an address', 'POST', 'NightScout/authorization', { apiSecret: 'x' }),
  call('Medtronic', 'POST', 'Medtronic/captcha-start', { isUsRegion: true }),
  call('Medtronic’s end', 'POST', 'Medtronic/authorization', {
    captchaUrl: 'https://example.org',
    code: 'x',
    country: 'US',
  }),
  call('Medtronic’s configuration', 'GET', 'Medtronic/resolve-endpoint-config'),
  call('disconnecting', 'POST', 'Readings/cgm-connection/disconnect', { clearCredentials: true }),
  call('a new password with a wrong one', 'POST', 'Authorization/password/change', {
    currentPassword: 'Wrong1!xx',
    ...newPassword,
  }),
  call('a new password', 'POST', 'Authorization/password/change', {
    currentPassword: ada.password,
    ...newPassword,
  }),
  call('a reset email', 'POST', 'Authorization/password/send-reset-email', { email: ada.email }),
  call('a reset with a wrong token', 'POST', 'Authorization/password/reset', {
    email: ada.email,
    token: 'x',
    ...newPassword,
  }),
  call('a confirmation again', 'GET', `Authorization/email/resend-confirm?email=${ada.email}`),
  { ...call('without a token', 'GET', 'Readings/current-user-readings'), signedOut: true },
  call('signing out', 'POST', 'Authorization/sign-out', {}),
  call('after signing out', 'GET', 'UserProfile/current-user'),
];

const headers = ['content-type', 'cache-control', 'www-authenticate', 'clear-site-data', 'retry-after'];

/** A response without what is random in it. */
const shown = (answer: LightMyRequestResponse) => ({
  status: answer.statusCode,
  headers: Object.fromEntries(headers.map((name) => [name, answer.headers[name] ?? null])),
  body: answer.body.replace(/("connectionCode":)"[0-9a-z]{10}"/, '$1"…"'),
});

async function withReadings(store: Store): Promise<TestApi> {
  const now = { at: 0 };
  const glow = openGlow({
    store,
    changes: store.changes,
    now: () => now.at,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => glow[Symbol.dispose]());
  const api = await apiOn(store, { readingsFor: (wearerId, unit) => glow.readingsFor(wearerId, { unit }) });
  now.at = api.clock.at;
  return api;
}

async function answersOf(api: TestApi, token: string) {
  const answers: Record<string, unknown> = {};
  for (const { name, method, url, body, signedOut } of steps) {
    const authorization = signedOut === undefined ? { authorization: `Bearer ${token}` } : {};
    const answer = await api.inject({ method, url, headers: authorization, ...(body && { payload: body }) });
    answers[name] = shown(answer);
  }
  return answers;
}

async function addReadings(api: TestApi, wearerId: number): Promise<void> {
  const readings = [180, 171, 160].map((mgdl, index) => ({
    wearerId,
    takenAt: api.clock.at - (1 + 5 * index) * MINUTE,
    mgdl,
    trend: 'rising' as const,
  }));
  await api.dependencies.store.readings.add(readings);
}

describe('[PPL-15] the calls of the specification', () => {
  eachEngine((open) => {
    test('answer an account with one wearer as they did when an account had only one', async () => {
      const api = await withReadings(await open());
      const token = await api.signedIn();
      await addReadings(api, 1);
      const answers = await answersOf(api, token);
      if (process.env.RECORD) await writeFile(recording, `${JSON.stringify(answers, null, 2)}\n`);
      expect(answers).toEqual(JSON.parse(await readFile(recording, 'utf8')));
    });

    test('answer an account with five wearers, of whom none is selected, for the first one', async () => {
      const api = await withReadings(await open());
      const token = await api.signedIn();
      for (const name of ['Ben', 'Cleo', 'Dan', 'Eve']) await api.send(addWearer, { token, body: { name } });
      await addReadings(api, 1);
      expect(await answersOf(api, token)).toEqual(JSON.parse(await readFile(recording, 'utf8')));
    });
  });
});
