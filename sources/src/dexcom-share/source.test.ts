import { describe, expect, test } from 'vitest';
import {
  fakeVendorSession,
  type Recorded,
  recordCalls,
  recordedIn,
  respondByPath,
} from '../../test/fake-vendor.ts';
import { testSource } from '../../test/source-tests.ts';
import type { Region } from './sign-in.ts';
import { type DexcomShareSession, dexcomShare } from './source.ts';

const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 8, 14, 12, 3, 20);
const hosts = { us: 'https://us.example', ous: 'https://ous.example', jp: 'https://jp.example' };
const source = dexcomShare(hosts);
const password = ' made-up password ';
const login = { username: 'robin.example@example.com', password, region: 'ous' as Region };
const session: DexcomShareSession = {
  region: 'ous',
  accountId: '5f1c7a90-3d2e-4b8a-9c61-0a7de4b2f913',
  sessionId: 'c2b7e1d4-86f0-4a35-b9d8-71e03f5a6c42',
};

const steps = {
  first: 'AuthenticatePublisherAccount',
  second: 'LoginPublisherAccountById',
  read: 'ReadPublisherLatest',
};
const well = {
  [steps.first]: recorded('authenticate-ok'),
  [steps.second]: recorded('login-ok'),
  [steps.read]: recorded('readings-ok'),
};
const share = (step: keyof typeof steps, answer: string | Recorded) =>
  respondByPath({ ...well, [steps[step]]: typeof answer === 'string' ? recorded(answer) : answer });
const page = (status: number): Recorded => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html>1015</html>',
});

testSource({
  source,
  login,
  session,
  secrets: [login.username, password.trim(), session.accountId, session.sessionId, 'ous.example'],
  well: respondByPath(well),
  empty: share('read', 'readings-empty'),
  now,
  errors: [
    [
      'a wrong password, name or region',
      'connect',
      share('first', 'error-account-password-invalid'),
      'wrong-login',
    ],
    [
      'the same since 2025',
      'connect',
      share('second', 'error-account-password-invalid-json-subcode'),
      'wrong-login',
    ],
    ['the same before 2020', 'connect', share('second', 'error-sso-password-invalid'), 'wrong-login'],
    ['an unknown account', 'connect', share('first', 'error-sso-account-not-found'), 'wrong-login'],
    [
      'an error of the identity service',
      'connect',
      share('first', 'error-sso-internal-error'),
      'wrong-login',
    ],
    [
      'an account name it cannot use',
      'connect',
      share('first', 'error-invalid-argument-account-name'),
      'wrong-login',
    ],
    ['a password it cannot use', 'connect', share('first', 'error-invalid-argument-password'), 'wrong-login'],
    ['nobody instead of an account', 'connect', share('first', 'authenticate-zero-guid'), 'wrong-login'],
    ['nobody instead of a session', 'connect', share('second', 'login-zero-guid'), 'wrong-login'],
    ['nobody, by name', 'connect', share('second', 'login-by-name-zero-guid'), 'wrong-login'],
    ['too many failed sign-ins', 'connect', share('first', 'error-max-attempts'), 'locked-out'],
    [
      'too many failed sign-ins, misspelt',
      'connect',
      share('first', 'error-max-attempts-misspelled'),
      'locked-out',
    ],
    ['a day without any reading', 'connect', share('read', 'readings-empty'), 'not-shared'],
    ['a session that is over at once', 'connect', share('read', 'error-session-id-not-found'), 'unreadable'],
    ['an id that is none', 'connect', share('first', { status: 200, body: { id: 7 } }), 'unreadable'],
    ['an unknown session', 'read', share('read', 'error-session-id-not-found'), 'session-over'],
    ['a session timed out', 'read', share('read', 'error-session-not-valid'), 'session-over'],
    ['a session timed out, 2021', 'read', share('read', 'error-session-not-valid-2021'), 'session-over'],
    ['a malformed session', 'read', share('read', 'error-invalid-argument-uuid'), 'session-over'],
    ['an empty body', 'read', share('read', 'readings-empty-body'), 'session-over'],
    ['an error by status', 'read', share('read', { status: 401, body: '' }), 'session-over'],
    ['too many calls', 'read', share('read', 'error-rate-limited'), 'too-many-calls'],
    ['the page of the guard in front', 'read', share('read', page(403)), 'too-many-calls'],
    ['an outage page', 'read', share('read', 'error-bad-gateway-html'), 'unreachable'],
    ['an outage page while signing in', 'connect', share('first', 'error-bad-gateway-html'), 'unreachable'],
    ['an outage page with 200', 'read', share('read', page(200)), 'unreachable'],
    ['a fault nobody knows', 'read', share('read', 'error-unknown-code'), 'unreachable'],
    ['a fault for uploaders', 'read', share('read', 'error-uploader-only'), 'unreachable'],
    ['words instead of readings', 'read', share('read', { status: 200, body: 'later' }), 'unreadable'],
    ['rows that are no readings', 'read', share('read', { status: 200, body: [{ a: 1 }] }), 'unreadable'],
    ['a path that is gone', 'read', share('read', { status: 404, body: '' }), 'unreadable'],
  ],
});

describe('signing in at Dexcom Share', () => {
  const signIn = async (typed: Partial<typeof login>, vendor = respondByPath(well)) => {
    const { fetch, calls } = recordCalls(vendor);
    const opened = await source
      .connect({ ...login, ...typed }, fakeVendorSession(fetch, now))
      .catch((error: Error) => error);
    return { opened, calls, bodies: await Promise.all(calls.map((call) => call.json())) };
  };

  test('[CON-5] takes two steps and a look at the readings, and gives a session', async () => {
    const { opened, calls } = await signIn({});
    expect(opened).toEqual(session);
    expect(calls.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
      'AuthenticatePublisherAccount',
      'LoginPublisherAccountById',
      'ReadPublisherLatestGlucoseValues',
    ]);
  });

  test('again, a silent day does not make the account one that shares nothing', async () => {
    const vendorSession = fakeVendorSession<DexcomShareSession>(share('read', 'readings-empty'), now);
    expect(await source.connect(login, vendorSession, session)).toEqual(session);
  });

  test('an account id wrapped in an object is understood', async () => {
    expect((await signIn({}, share('first', 'authenticate-ok-object'))).opened).toEqual(session);
  });

  test.each(['us', 'ous', 'jp'] as const)(
    '[SRC-1] the region %s has its own host, and no other is asked',
    async (region) => {
      const { calls } = await signIn({ region }, share('second', 'login-zero-guid'));
      expect(calls.map(({ url }) => new URL(url).origin)).toEqual([hosts[region], hosts[region]]);
    },
  );

  test('Japan signs in as another application', async () => {
    const ids = await Promise.all(
      (['us', 'jp'] as const).map(async (region) => (await signIn({ region })).bodies[0].applicationId),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('a password is sent unchanged', async () => {
    expect(source.login.parse(login)).toEqual(login);
    expect((await signIn({})).bodies[0]).toMatchObject({ password });
  });

  test('a phone number goes out as Dexcom writes it', async () => {
    expect((await signIn({ username: '+1 (555) 123-4567' })).bodies[0]).toMatchObject({
      accountName: '+15551234567',
    });
  });

  test('a refused login is asked once', async () => {
    expect((await signIn({}, share('first', 'error-account-password-invalid'))).calls).toHaveLength(1);
  });

  test('a lock is waited for ten minutes, a busy vendor as long as it says', async () => {
    expect((await signIn({}, share('first', 'error-max-attempts'))).opened).toMatchObject({
      retryAfterMs: 600_000,
    });
    expect((await signIn({}, share('read', 'error-rate-limited'))).opened).toMatchObject({
      retryAfterMs: 60_000,
    });
  });
});

describe('asking Dexcom Share for readings', () => {
  test.each([
    [5, 6, 3],
    [60, 61, 14],
    [1440, 1440, 288],
    [100_000, 1440, 288],
    [-10, 1, 2],
  ])(
    '%i minutes after the last one, %i minutes and %i readings are asked for',
    async (ago, minutes, count) => {
      const { fetch, calls } = recordCalls(respondByPath(well));
      await source.read(session, now - ago * 60_000, fakeVendorSession(fetch, now));
      const asked = new URL(calls[0]?.url ?? '').searchParams;
      expect([asked.get('minutes'), asked.get('maxCount')]).toEqual([`${minutes}`, `${count}`]);
    },
  );
});

describe('the region of an account', () => {
  const sent = { username: 'ada', password: ' spaces stay ' };

  test.each([
    ['US', 'us'],
    ['JP', 'jp'],
    ['DE', 'ous'],
  ])('[SRC-1] a Dexcom account of %s is looked for in region %s', (country, region) => {
    expect(source.toLogin(sent, country)).toEqual({ login: { ...sent, region } });
  });

  test('the region that a wearer names goes before the country’s', () => {
    expect(source.toLogin({ ...sent, region: 'OUS' }, 'US')).toEqual({ login: { ...sent, region: 'ous' } });
  });

  test('another region is one that was not tried, with the very same login', () => {
    expect(source.inOtherRegion({ ...sent, region: 'us' })).toEqual({ ...sent, region: 'ous' });
    expect(source.inOtherRegion({ ...sent, region: 'ous' })).toEqual({ ...sent, region: 'us' });
  });
});
