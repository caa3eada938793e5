import {
  accessProblems,
  type Call,
  calls,
  cgmConnection,
  currentReadings,
  currentUser,
  liveDevices,
  Problem,
  problemCodeOf,
  problems,
  saveRange,
  signIn,
} from '@tealight/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ada, apiOn } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';
import type { Store } from '../store/store.ts';

/** The table of calls that every client of Tealight relies on. */
const table = [
  'POST /api/v1/Authorization/sign-in',
  'POST /api/v1/Authorization/sign-up',
  'POST /api/v1/Authorization/sign-out',
  'POST /api/v1/Authorization/password/change',
  'POST /api/v1/Authorization/password/send-reset-email',
  'POST /api/v1/Authorization/password/reset',
  'GET /api/v1/Authorization/email/resend-confirm',
  'GET /api/v1/Readings/current-user-readings',
  'GET /api/v1/Readings/cgm-connection',
  'GET /api/v1/Readings/live-devices',
  'POST /api/v1/Readings/cgm-connection/disconnect',
  'GET /api/v1/UserProfile/current-user',
  'POST /api/v1/UserProfile/current-user',
  'GET /api/v1/Dexcom/authorization',
  'POST /api/v1/Dexcom/authorization/complete',
  'POST /api/v1/Dexcom/authorization/share-api',
  'POST /api/v1/FreeStyleLibre/authorization',
  'POST /api/v1/NightScout/authorization',
  'POST /api/v1/Medtronic/authorization',
  'POST /api/v1/Medtronic/captcha-start',
  'GET /api/v1/Medtronic/resolve-endpoint-config',
  'POST /api/v1/RangeSetup/save-range-setup',
  'POST /api/v1/UserSettings',
];
const named = calls.map((call): [string, Call] => [`${call.method} ${call.path}`, call]);
const guarded = named.filter(([, { access }]) => accessProblems(access).includes('not-signed-in'));

test('[API-1] the contract has every call of the table', () => {
  expect(named.map(([name]) => name)).toEqual(expect.arrayContaining(table));
});

describe('every call', () => {
  eachEngine((open) => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });

    test('[API-1] is served at its path in any case, for its own method only', async () => {
      const { app, inject } = await apiOn(store);
      for (const { method, path } of calls) {
        for (const url of [path, path.toUpperCase(), path.toLowerCase(), `${path}/`]) {
          expect([url, app.findRoute({ method, url: path }) !== null]).toEqual([url, true]);
          expect([url, (await inject({ method, url })).statusCode]).not.toEqual([url, 404]);
        }
        const other = await inject({ method: 'PUT', url: path.toUpperCase() });
        expect([other.statusCode, String(other.headers.allow).split(', ')]).toEqual([
          405,
          expect.arrayContaining([method]),
        ]);
      }
    });

    test.each(guarded)('[API-1] %s requires an access token', async (_, { method, path }) => {
      const { inject } = await apiOn(store);
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer x',
        `Bearer ${'x'.repeat(43)}`,
        'Basic YTpi',
      ]) {
        const answer = await inject({
          method,
          url: path,
          headers: { ...(authorization && { authorization }) },
        });
        expect(answer.json()).toMatchObject({ status: 401, title: 'Please sign in again' });
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    });

    test.each(named.filter(([, { body, files }]) => body !== undefined && files === undefined))(
      '%s refuses an unknown field by its name',
      async (_, call) => {
        const api = await apiOn(store);
        const answer = await api.send(call, { token: await api.signedIn(), body: { surprise: 1 } });
        if (call.path.endsWith('sign-out') || call.path.endsWith('new-connection-code')) {
          expect(answer.statusCode).toBe(400);
        } else
          expect(answer.json()).toMatchObject({ errors: { surprise: ['This field is not known here'] } });
      },
    );
  });
});

describe('answers', () => {
  eachEngine((open) => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });

    test.each([currentUser, currentReadings, liveDevices, cgmConnection] as Call[])(
      '[API-2] the answer of $path matches its schema',
      async (call) => {
        const api = await apiOn(store);
        const answer = await api.send(call, { token: await api.signedIn() });
        expect(z.safeParse(call.reply, answer.json())).toMatchObject({ success: true });
        expect(answer.headers['cache-control']).toBe('no-store');
      },
    );

    test('[API-2] the current user has every field that clients read', async () => {
      const api = await apiOn(store);
      const { email, password } = ada;
      await api.signedIn();
      const answer = (await api.send(signIn, { body: { email, password } })).json();
      expect(Object.keys(answer).sort()).toEqual(['accessToken', 'firstTimeLoggedIn']);
      expect((await api.send(currentUser, { token: answer.accessToken })).json()).toEqual({
        firstName: 'Ada',
        lastName: 'Lovelace',
        email,
        phoneNumber: null,
        location: 'GB',
        connectionCode: expect.any(String),
        rangeSetup: null,
        emailConfirmed: true,
        dateOfBirth: null,
        gender: null,
        originalPhoto: null,
        resizedPhoto: null,
        userSettings: { highFlash: false, lowFlash: false, palette: 'classic' },
      });
    });

    test.each([
      ['{"email":', 'application/json', 400, 'unreadable-body'],
      ['{"email":"a","__proto__":{"admin":true}}', 'application/json', 400, 'unreadable-body'],
      ['[1,2]', 'application/json', 400, 'invalid-input'],
      ['null', 'application/json', 400, 'invalid-input'],
      ['', 'application/json', 400, 'invalid-input'],
      ['email=a', 'application/x-www-form-urlencoded', 415, 'unsupported-media'],
      ['email', 'text/plain', 415, 'unsupported-media'],
      [JSON.stringify({ email: 'x'.repeat(70_000) }), 'application/json', 413, 'too-large'],
      [
        JSON.stringify({ email: 'x'.repeat(10_000), password: 'x' }),
        'application/json',
        400,
        'invalid-input',
      ],
    ])(
      '[API-3] a body like %.30j (%s) is answered with problem details: %s %s',
      async (payload, type, status, code) => {
        const { inject } = await apiOn(store);
        const answer = await inject({
          method: 'POST',
          url: signIn.path,
          payload,
          headers: { 'content-type': type },
        });
        const problem = z.parse(Problem, answer.json());
        expect([answer.statusCode, problem.status, problemCodeOf(problem)]).toEqual([status, status, code]);
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      },
    );

    test('[API-3] a field given twice in the query is rejected', async () => {
      const { inject } = await apiOn(store);
      const url = '/api/v1/Authorization/email/resend-confirm?email=ada@example.org&email=ben@example.org';
      expect((await inject({ url })).json()).toMatchObject({
        status: 400,
        errors: { email: ['Invalid email'] },
      });
    });

    test.each([
      '/api/v1/nowhere',
      '/api/*/',
      '/api/:x/*',
      '/api/v1/%zz',
      '/api',
      '/device/nothing',
      `/api/${'x'.repeat(3000)}`,
    ])('[API-3] %.40s is answered with problem details: not found', async (url) => {
      const { inject } = await apiOn(store);
      const answer = await inject({ url });
      expect(z.safeParse(Problem, answer.json()).success).toBe(true);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    });

    test('[API-3] the answer after a bug has no details, and the bug is logged once', async () => {
      const secret = 'select * from accounts where password';
      const api = await apiOn(store, {
        readingsFor: async () => {
          throw new Error(secret);
        },
      });
      const answer = await api.send(currentReadings, { token: await api.signedIn() });
      expect(answer.json()).toEqual({
        type: 'urn:tealight:problem:our-fault',
        status: 500,
        title: problems['our-fault'].title,
      });
      expect(api.logged.filter((line) => line.includes('our-fault'))).toHaveLength(1);
    });

    test('an invalid number is rejected before it is stored', async () => {
      const api = await apiOn(store);
      const token = await api.signedIn();
      const payload = '{"unit":"mg/dL","high":1e999,"inRange":110,"low":70}';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      expect((await api.inject({ method: 'POST', url: saveRange.path, payload, headers })).statusCode).toBe(
        400,
      );
    });
  });
});
