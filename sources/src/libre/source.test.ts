import { expect, test } from 'vitest';
import {
  fakeVendorSession,
  type Recorded,
  recordCalls,
  recordedIn,
  respondByPath,
  toResponse,
} from '../../test/fake-vendor.ts';
import { testSource } from '../../test/source-tests.ts';
import { type LibreLogin, type LibreSession, libre } from './source.ts';

const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 8, 14, 12, 3, 20);
const source = libre({ address: 'https://api.libreview.io' });
const alex = 'a81f5b3c-6e02-4d79-8c45-1b9e0f7d2a36';
const login: LibreLogin = { username: 'robin.example@example.com', password: 'made-up-password' };
const session: LibreSession = {
  region: 'de',
  token: 'made.up.token',
  expiresAt: 1_804_939_400_000,
  accountId: 'bb9f771759823b33259b1c55f1e0927f251dd1ffd44608f5896c97f479e96f92',
  personId: alex,
  version: '4.17.0',
};

const vendor = (answers: Record<string, Recorded | string>): typeof fetch =>
  respondByPath(
    Object.fromEntries(
      Object.entries({
        '/graph': 'graph-ok',
        '/logbook': 'logbook-ok',
        '/connections': 'connections-one',
        ...answers,
      }).map(([path, answer]) => [path, typeof answer === 'string' ? recorded(answer) : answer]),
    ),
  );
const signingIn = (answer: string) => vendor({ '/login': answer });
const listing = (answer: string) => vendor({ '/login': 'login-ok', '/connections': answer });
const reading = (answer: string) => vendor({ '/graph': answer });

const nothingNew = recorded('graph-ok').body as { data: { graphData: unknown[]; connection: object } };

testSource<LibreLogin, LibreSession>({
  source,
  login,
  session,
  secrets: [login.username, login.password, session.token, alex],
  well: vendor({ '/login': 'login-ok' }),
  empty: vendor({
    '/graph': {
      status: 200,
      body: { status: 0, data: { connection: { glucoseMeasurement: null }, graphData: [] } },
    },
    '/logbook': { status: 200, body: { status: 0, data: [] } },
  }),
  now,
  errors: [
    ['a wrong password', 'connect', signingIn('login-bad-credentials'), 'wrong-login'],
    [
      'a wrong password in other words',
      'connect',
      signingIn('login-bad-credentials-incorrect'),
      'wrong-login',
    ],
    ['an account that was locked', 'connect', signingIn('login-locked'), 'locked-out'],
    ['new terms of use', 'connect', signingIn('login-step-tou'), 'terms-to-accept'],
    ['a new privacy policy', 'connect', signingIn('login-step-pp'), 'terms-to-accept'],
    ['an email to confirm', 'connect', signingIn('login-step-verify-email'), 'terms-to-accept'],
    ['a step that nobody knows', 'connect', signingIn('login-step-unknown'), 'terms-to-accept'],
    [
      'a region that is no region',
      'connect',
      vendor({
        '/login': { status: 200, body: { status: 0, data: { redirect: true, region: 'evil.example/' } } },
      }),
      'unreadable',
    ],
    ['a circle of regions', 'connect', signingIn('login-redirect'), 'unreadable'],
    ['maintenance at the sign-in', 'connect', signingIn('status-911'), 'unreachable'],
    ['a sign-in switched off', 'connect', signingIn('error-version-too-old-future'), 'unreadable'],
    ['a sign-in that stays too old', 'connect', signingIn('error-version-too-old'), 'unreadable'],
    ['a ban of the address', 'connect', signingIn('error-http-476-ban'), 'too-many-calls'],
    ['a block without a reason', 'connect', signingIn('error-http-430'), 'too-many-calls'],
    ['nobody who shares', 'connect', listing('connections-empty'), 'not-shared'],
    ['nobody in a list of null', 'connect', listing('connections-null-data'), 'not-shared'],
    ['a token that has ended', 'read', reading('error-jwt-expired'), 'session-over'],
    ['a token that was garbled', 'read', reading('error-jwt-malformed'), 'session-over'],
    ['a session the vendor forgot', 'read', reading('error-missing-cached-user'), 'session-over'],
    ['a token of another product', 'read', reading('error-product-mismatch'), 'session-over'],
    ['success without data', 'read', reading('status-0-no-data'), 'session-over'],
    ['a person that cannot be loaded', 'read', reading('error-could-not-load-patient'), 'session-over'],
    ['a header that is missing', 'read', reading('error-required-header-missing'), 'unreadable'],
    ['an interface switched off', 'read', reading('error-version-too-old-future'), 'unreadable'],
    ['maintenance', 'read', reading('status-911'), 'unreachable'],
    ['a limit', 'read', reading('error-http-429'), 'too-many-calls'],
    ['a page of the guard', 'read', reading('error-cloudflare-403'), 'too-many-calls'],
    ['a limit of the guard', 'read', reading('error-cloudflare-1015'), 'too-many-calls'],
    ['an outage page', 'read', reading('error-http-503-html'), 'unreachable'],
  ],
});

test('[SRC-1] the account’s region is learned at the global host and asked from then on', async () => {
  const { fetch, calls } = recordCalls(async (input) => {
    const { url } = new Request(input);
    if (!url.endsWith('/login')) return toResponse(recorded('connections-one'));
    return toResponse(recorded(url.startsWith('https://api-de.') ? 'login-ok' : 'login-redirect'));
  });
  const opened = await source.connect(login, fakeVendorSession(fetch, now));
  expect(opened.region).toBe('de');
  expect(calls.map(({ url }) => new URL(url).hostname)).toEqual([
    'api.libreview.io',
    'api-de.libreview.io',
    'api-de.libreview.io',
  ]);
});

test('below another base the region is the first segment of the path', async () => {
  const { fetch, calls } = recordCalls(
    vendor({ '/de/llu/auth/login': 'login-ok', '/llu/auth/login': 'login-redirect' }),
  );
  await libre({ address: 'http://127.0.0.1:9' }).connect(login, fakeVendorSession(fetch, now));
  expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([
    '/llu/auth/login',
    '/de/llu/auth/login',
    '/de/llu/connections',
  ]);
});

test('each call says who asks: product, version, agent, and after signing in the token and its account', async () => {
  const { fetch, calls } = recordCalls(vendor({ '/login': 'login-ok' }));
  await source.connect(login, fakeVendorSession(fetch, now));
  const [first, second] = calls.map(({ headers }) => headers);
  expect(first?.get('product')).toBe('llu.android');
  expect(first?.get('user-agent')).toBeTruthy();
  expect(first?.get('authorization')).toBeNull();
  expect(second?.get('authorization')).toBe('Bearer made.up.ticket');
  expect(second?.get('account-id')).toBe(session.accountId);
});

test.each([
  ['/connections', '4.12.0 4.12.0 4.16.0'],
  ['/login', '4.12.0 4.16.0 4.16.0'],
])('[SRC-1] a version too old for %s is raised and remembered: %s', async (path, expected) => {
  const versions: string[] = [];
  const answers = vendor({ '/login': 'login-ok' });
  const upgrading: typeof fetch = async (input, init) => {
    const { headers, url } = new Request(input, init);
    versions.push(headers.get('version') ?? '');
    const isTooOld = url.endsWith(path) && versions.at(-1) !== '4.16.0';
    return isTooOld ? toResponse(recorded('error-version-too-old')) : answers(input, init);
  };
  const old = { ...session, version: '4.12.0' };
  const opened = await source.connect(login, fakeVendorSession(upgrading, now), old);
  expect([opened.version, versions.join(' ')]).toEqual(['4.16.0', expected]);
});

test('the only person who shares is pinned; of several none is taken unasked', async () => {
  const one = await source.connect(login, fakeVendorSession(listing('connections-one'), now));
  expect(one.personId).toBe(alex);
  const many = await source.connect(login, fakeVendorSession(listing('connections-many'), now));
  expect(many.personId).toBeNull();
  await expect(source.read(many, now - 1, fakeVendorSession(vendor({}), now))).rejects.toMatchObject({
    errorCode: 'choose-person',
  });
});

test('a wearer chooses among the people who share, and a new sign-in keeps the choice', async () => {
  const vendorSession = fakeVendorSession(listing('connections-many'), now);
  const opened = await source.connect(login, vendorSession);
  const people = await source.people(opened, vendorSession);
  expect(people).toHaveLength(2);
  const second = source.choose(opened, people[1]?.id ?? '');
  expect((await source.connect(login, vendorSession, second)).personId).toBe(people[1]?.id);
});

test.each([
  ['connections-one', 'person-gone'],
  ['connections-empty', 'person-gone'],
  ['connections-many', 'session-over'],
])(
  '[SRC-3] a person whose readings cannot be loaded is looked for in the list %s: %s',
  async (list, errorCode) => {
    const people = await source.people(session, fakeVendorSession(listing('connections-many'), now));
    const vendorSession = fakeVendorSession(
      vendor({ '/graph': 'error-could-not-load-patient', '/connections': list }),
      now,
    );
    const chosen = { ...session, personId: people[1]?.id ?? '' };
    await expect(source.read(chosen, now - 1, vendorSession)).rejects.toMatchObject({ errorCode });
  },
);

test('when the chosen person stops sharing, nobody else is shown instead', async () => {
  const before = { ...session, personId: 'someone-else' };
  await expect(
    source.connect(login, fakeVendorSession(listing('connections-one'), now), before),
  ).rejects.toMatchObject({
    errorCode: 'person-gone',
  });
});

test.each([
  ['login-locked', 300_000],
  ['error-http-476-ban', 65_620_000],
  ['error-http-430', 15 * 60_000],
])('after %s the vendor is left alone for %i ms', async (answer, retryAfterMs) => {
  await expect(source.connect(login, fakeVendorSession(signingIn(answer), now))).rejects.toMatchObject({
    retryAfterMs,
  });
});

test('a renewed token replaces the stored one when it lives longer', async () => {
  const vendorSession = fakeVendorSession<LibreSession>(vendor({}), now);
  await source.read({ ...session, expiresAt: now }, now - 3_600_000, vendorSession);
  expect(vendorSession.kept).toEqual([{ ...session, token: 'made.up.ticket' }]);
  const again = fakeVendorSession<LibreSession>(vendor({}), now);
  await source.read(session, now - 3_600_000, again);
  expect(again.kept).toEqual([]);
});

test('[SRC-2] history comes from the graph, and beyond its twelve hours from the logbook', async () => {
  const short = recordCalls(vendor({}));
  await source.read(session, now - 3_600_000, fakeVendorSession(short.fetch, now));
  expect(short.calls).toHaveLength(1);
  const long = recordCalls(vendor({}));
  const readings = await source.read(session, now - 14 * 24 * 3_600_000, fakeVendorSession(long.fetch, now));
  expect(long.calls.map(({ url }) => url.split('/').at(-1))).toEqual(['graph', 'logbook']);
  expect(readings.length).toBeGreaterThan(nothingNew.data.graphData.length + 1);
});

test.each(['error-http-429', 'error-http-503-html', 'status-911', 'error-could-not-load-patient'])(
  '[SRC-2] a logbook that answers %s costs no reading of the graph, and is asked for again',
  async (answer) => {
    const since = now - 14 * 24 * 3_600_000;
    const vendorSession = fakeVendorSession<LibreSession>(vendor({ '/logbook': answer }), now);
    const readings = await source.read(session, since, vendorSession);
    expect(readings).toHaveLength(nothingNew.data.graphData.length + 1);
    expect(vendorSession.saidIncomplete).toBe(true);
    const whole = fakeVendorSession<LibreSession>(vendor({}), now);
    await source.read(session, since, whole);
    expect(whole.saidIncomplete).toBe(false);
  },
);

test('[CON-6] whose readings a LibreLinkUp login should show is no part of the login', () => {
  expect(source.toLogin({ ...login, patientId: 'alex' }, 'DE')).toEqual({ login, personId: 'alex' });
  expect(source.toLogin(login, 'DE')).toEqual({ login });
});
