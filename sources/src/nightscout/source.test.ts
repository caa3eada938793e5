import { expect, test, vi } from 'vitest';
import {
  fakeVendorSession,
  hanging,
  recordCalls,
  recordedIn,
  respondByPath,
  toResponse,
} from '../../test/fake-vendor.ts';
import { testSource } from '../../test/source-tests.ts';
import { sha1 } from './address.ts';
import { type NightscoutLogin, type NightscoutSession, nightscout } from './source.ts';

const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 9, 12, 9, 31, 20);
const secret = 'example-api-secret-123';
const token = 'reader-0123456789abcdef';
const login: NightscoutLogin = { endpoint: 'ns.example.com', apiSecret: secret };
const session: NightscoutSession = { api: 'v1', base: 'https://ns.example.com', secretSha1: sha1(secret) };

const well = {
  '/api/v1/verifyauth': recorded('verifyauth-secret-ok'),
  '/api/v1/status.json': recorded('status'),
  '/api/v1/entries.json': recorded('entries-sgv'),
};
const onlyV3 = {
  '/api/v3/version': recorded('v3-version'),
  '/api/v2/authorization/request/': recorded('authorization-request-200'),
  '/api/v3/entries': recorded('v3-entries'),
};
const always = (name: string) => respondByPath({ '': recorded(name) });
const entries = (name: string) => respondByPath({ ...well, '/api/v1/entries.json': recorded(name) });
const verdict = (name: string) => respondByPath({ ...well, '/api/v1/verifyauth': recorded(name) });
const elsewhere = { status: 302, headers: { location: 'https://other.example/' }, body: '' };
const page = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html>Sign in</html>',
});

testSource({
  source: nightscout(),
  login,
  session,
  secrets: [secret, sha1(secret), 'ns.example.com'],
  well: respondByPath(well),
  empty: entries('entries-empty'),
  now,
  errors: [
    ['a wrong secret', 'connect', verdict('verifyauth-wrong-secret'), 'wrong-login'],
    [
      'a token that the site does not know',
      'connect',
      verdict('verifyauth-anonymous-readable'),
      'wrong-login',
    ],
    ['a site that admits nobody unknown', 'connect', verdict('verifyauth-anonymous-denied'), 'wrong-login'],
    ['a wrong secret', 'connect', always('unauthorized-401'), 'wrong-login'],
    ['a wrong secret', 'read', always('unauthorized-401'), 'wrong-login'],
    [
      'a status that is not for this token',
      'connect',
      respondByPath({ ...well, '/api/v1/status.json': recorded('status-denied-site') }),
      'wrong-login',
    ],
    ['a landing page', 'connect', always('landing-page-200-html'), 'wrong-address'],
    [
      'a status page',
      'connect',
      respondByPath({ ...well, '/api/v1/status.json': recorded('status-html') }),
      'wrong-address',
    ],
    ['no such route', 'connect', always('not-found-404'), 'wrong-address'],
    ['no such route', 'read', always('not-found-404'), 'wrong-address'],
    [
      'another kind of service',
      'connect',
      respondByPath({ '': { status: 200, body: { hello: 'world' } } }),
      'wrong-address',
    ],
    [
      'another kind of status',
      'connect',
      respondByPath({ ...well, '/api/v1/status.json': { status: 200, body: { ok: 1 } } }),
      'wrong-address',
    ],
    ['a redirect to another host', 'connect', respondByPath({ '': elsewhere }), 'wrong-address'],
    ['the sign-in page of a proxy', 'connect', respondByPath({ '': page(401) }), 'needs-human'],
    ['a guard against robots', 'read', respondByPath({ '': page(403) }), 'needs-human'],
    ['a site that failed to start', 'connect', always('boot-error-500'), 'unreachable'],
    ['a sleeping host', 'connect', always('host-sleeping-503'), 'unreachable'],
    ['a sleeping host', 'read', always('host-sleeping-503'), 'unreachable'],
    ['a broken database', 'read', always('mongo-error-500'), 'unreachable'],
    ['a filter that the site cannot use', 'read', always('bad-date-500'), 'unreachable'],
    ['tabs instead of JSON', 'read', always('entries-text-plain'), 'unreadable'],
    ['commas instead of JSON', 'read', always('entries-csv'), 'unreadable'],
    ['plain words', 'read', always('status-text'), 'unreadable'],
    [
      'half an answer',
      'read',
      respondByPath({
        '': { status: 200, headers: { 'content-type': 'application/json' }, body: '[{"sgv":1' },
      }),
      'unreadable',
    ],
    ['a list of nonsense', 'read', respondByPath({ '': { status: 200, body: [{ a: 1 }] } }), 'unreadable'],
    ['too many calls', 'read', respondByPath({ '': { status: 429, body: {} } }), 'too-many-calls'],
    ['the third API without a token', 'connect', respondByPath(onlyV3), 'wrong-login'],
  ],
});

const source = nightscout();
const connect = (endpoint: string, apiSecret: string, vendor: typeof fetch) =>
  source.connect({ endpoint, apiSecret }, fakeVendorSession(vendor, now));

test('a site is asked for its verdict, its status and its entries, in this order and once each', async () => {
  const { fetch, calls } = recordCalls(respondByPath(well));
  expect(await connect('http://ns.example.com/api/v1/', secret, fetch)).toEqual(session);
  expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(Object.keys(well));
  expect(new Set(calls.map(({ headers }) => headers.get('api-secret')))).toEqual(new Set([sha1(secret)]));
  expect(calls.map(({ url }) => url).join()).not.toContain(secret);
});

test('after a refused secret the site is not asked again', async () => {
  const { fetch, calls } = recordCalls(verdict('verifyauth-wrong-secret'));
  await expect(connect('ns.example.com', 'wrong', fetch)).rejects.toMatchObject({ errorCode: 'wrong-login' });
  expect(calls).toHaveLength(1);
});

test('a site that anybody may read needs no secret', async () => {
  const opened = await connect('ns.example.com', '', verdict('verifyauth-anonymous-readable'));
  expect(opened).toEqual({ ...session, secretSha1: null });
});

test('an access token opens a site, and status and units do not matter', async () => {
  const vendor = respondByPath({
    ...well,
    '/api/v1/verifyauth': recorded('verifyauth-token-reader-ok'),
    '/api/v1/status.json': recorded('status-mmol'),
  });
  expect(await connect(`https://ns.example.com/?token=${token}`, '', vendor)).toEqual({
    ...session,
    secretSha1: sha1(token),
  });
});

test('plain http is asked without the secret first, and its redirect to https is remembered', async () => {
  const { fetch, calls } = recordCalls(async (input, init) => {
    const url = new URL(new Request(input, init).url);
    if (url.protocol === 'https:') return respondByPath(well)(input, init);
    url.protocol = 'https:';
    return toResponse({ ...recorded('redirect-http-307'), headers: { location: url.href } });
  });
  expect(await connect('http://ns.local', secret, fetch)).toEqual({ ...session, base: 'https://ns.local' });
  const open = calls.filter(({ url }) => url.startsWith('http:'));
  expect(open.map(({ headers }) => headers.get('api-secret'))).toEqual([null]);
});

test('a redirect to another host is never followed', async () => {
  const { fetch, calls } = recordCalls(respondByPath({ '': elsewhere }));
  await expect(connect('ns.example.com', secret, fetch)).rejects.toMatchObject({
    errorCode: 'wrong-address',
  });
  expect(calls).toHaveLength(1);
});

test('[CON-6] a site that hangs is given up within ten seconds', async () => {
  vi.useFakeTimers();
  const given = expect(connect('ns.example.com', secret, hanging)).rejects.toMatchObject({
    errorCode: 'unreachable',
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await given;
  vi.useRealTimers();
});

test('how long a busy site asks to wait is in the error', async () => {
  const busy = respondByPath({ '': { status: 429, headers: { 'retry-after': '120' }, body: {} } });
  await expect(source.read(session, 0, fakeVendorSession(busy, now))).rejects.toMatchObject({
    retryAfterMs: 120_000,
  });
});

test('a site with nothing but the third API is read with a pass for its token', async () => {
  const { fetch, calls } = recordCalls(respondByPath(onlyV3));
  const opened = await connect('ns.example.com', token, fetch);
  expect(opened).toMatchObject({ api: 'v3', token, jwtEndsAt: 1791826280000 });
  expect(await source.read(opened, now - 3_600_000, fakeVendorSession(fetch, now))).toHaveLength(3);
  expect(calls.at(-1)?.headers.get('authorization')).toMatch(/^Bearer eyJ/);
});

test('a pass that is about to end is renewed and kept before it is used', async () => {
  const old: NightscoutSession = { api: 'v3', base: session.base, token, jwt: 'old', jwtEndsAt: now + 1000 };
  const vendorSession = fakeVendorSession<NightscoutSession>(respondByPath(onlyV3), now);
  await source.read(old, now - 3_600_000, vendorSession);
  expect(vendorSession.kept).toMatchObject([{ jwtEndsAt: 1791826280000 }]);
});

test.each(['v3-401-bad', 'v3-401-missing', 'v3-403'])(
  'a pass refused before its time (%s) ends the session',
  async (name) => {
    const v3: NightscoutSession = {
      api: 'v3',
      base: session.base,
      token,
      jwt: 'pass',
      jwtEndsAt: now + 3_600_000,
    };
    const vendor = respondByPath({ '/api/v3/entries': recorded(name) });
    await expect(source.read(v3, 0, fakeVendorSession(vendor, now))).rejects.toMatchObject({
      errorCode: 'session-over',
    });
  },
);

test('a token that the third API does not know is a wrong login', async () => {
  const vendor = respondByPath({
    ...onlyV3,
    '/api/v2/authorization/request/': recorded('authorization-request-401'),
  });
  await expect(connect('ns.example.com', token, vendor)).rejects.toMatchObject({ errorCode: 'wrong-login' });
});
