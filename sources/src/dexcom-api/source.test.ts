import { longestDelayMs } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import {
  fakeVendorSession,
  type Recorded,
  recordCalls,
  recordedIn,
  respondByPath,
  toResponse,
} from '../../test/fake-vendor.ts';
import { testSource } from '../../test/source-tests.ts';
import { type DexcomApiSession, dexcomApi } from './source.ts';

const recorded = recordedIn(import.meta.url);
const now = Date.UTC(2026, 8, 14, 12, 3, 20);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const client = { clientId: 'made-up-client', clientSecret: 'made-up-secret' };
const source = dexcomApi({ address: 'https://api.example', ...client });
const login = { code: 'made-up-code', redirectUri: 'https://tealight.example/dexcom' };
const session: DexcomApiSession = {
  accessToken: 'access',
  refreshToken: 'refresh',
  accessEndsAt: now + 3_600_000,
};
const old = { ...session, accessEndsAt: now + 60_000 };

const well = {
  '/oauth2/token': recorded('token-ok'),
  '/dataRange': recorded('datarange-ok'),
  '/egvs': recorded('egvs-ok'),
};
const egvs = (answer: string | Recorded) =>
  respondByPath({ ...well, '/egvs': typeof answer === 'string' ? recorded(answer) : answer });
const token = (answer: string) => respondByPath({ ...well, '/oauth2/token': recorded(answer) });

test.each([
  ['https://api.dexcom.com', 1, 1],
  ['https://api.dexcom.eu', 3, 3],
  ['https://api.dexcom.jp', 3, 3],
  ['https://sandbox-api.dexcom.com', 1, 3],
] as const)('[SRC-3] %s shows readings %d to %d hours late', (address, usual, longest) => {
  const { rhythm } = dexcomApi({ address, ...client });
  expect(rhythm.visibleAfterMs).toBe(usual * HOUR_MS);
  expect(longestDelayMs(rhythm)).toBe(longest * HOUR_MS);
});

testSource({
  source,
  login,
  session,
  secrets: [
    client.clientSecret,
    login.code,
    session.accessToken,
    'made-up-refresh-token',
    'eyJ',
    'api.example',
  ],
  well: respondByPath(well),
  empty: egvs('egvs-empty'),
  now,
  errors: [
    ['a spent code', 'connect', token('token-error-invalid-grant'), 'wrong-login'],
    ['a name it does not know us by', 'connect', token('token-error-invalid-client'), 'unreadable'],
    ['a form it does not like', 'connect', token('token-error-invalid-request'), 'unreadable'],
    [
      'a grant without tokens',
      'connect',
      respondByPath({ '/token': { status: 200, body: {} } }),
      'unreadable',
    ],
    ['a gateway page', 'connect', token('error-503-html'), 'unreachable'],
    ['access refused even after renewal', 'read', egvs('error-401'), 'wrong-login'],
    ['access refused without a word', 'read', egvs('error-401-empty'), 'wrong-login'],
    ['a right that is missing', 'read', egvs('error-403'), 'wrong-login'],
    ['a window it does not like', 'read', egvs('error-400'), 'unreadable'],
    ['a path that is gone', 'read', egvs('error-404'), 'unreadable'],
    ['too many calls', 'read', egvs('error-429'), 'too-many-calls'],
    ['a server fault', 'read', egvs('error-500'), 'unreachable'],
    ['a gateway page', 'read', egvs('error-503-html'), 'unreachable'],
    ['a page with 200', 'read', egvs({ status: 200, body: '<html></html>' }), 'unreachable'],
    ['records that are none', 'read', egvs({ status: 200, body: { records: [{ a: 1 }] } }), 'unreadable'],
    ['half an answer', 'read', egvs({ status: 200, body: '{"records":[' }), 'unreadable'],
  ],
});

describe('[CON-5] signing in on Dexcom’s own page', () => {
  test('begins there with our name, our way back and a state', () => {
    const url = new URL(source.loginUrl('unguessable', login.redirectUri));
    expect(`${url.origin}${url.pathname}`).toBe('https://api.example/v2/oauth2/login');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: client.clientId,
      redirect_uri: login.redirectUri,
      response_type: 'code',
      scope: 'offline_access',
      state: 'unguessable',
    });
  });

  test.each(['token-ok', 'token-ok-extended'])(
    'ends with tokens for the code, asked once (%s)',
    async (name) => {
      const { fetch, calls } = recordCalls(token(name));
      const opened = await source.connect(login, fakeVendorSession(fetch, now));
      expect(opened).toMatchObject({
        accessEndsAt: now + 7_200_000,
        refreshToken: 'made-up-refresh-token-1',
      });
      expect(calls).toHaveLength(1);
      expect(calls[0]?.url).not.toContain(login.code);
      expect(Object.fromEntries(new URLSearchParams(await calls[0]?.text()))).toMatchObject({
        grant_type: 'authorization_code',
        code: login.code,
        redirect_uri: login.redirectUri,
      });
    },
  );
});

describe('the tokens of Dexcom’s API', () => {
  test('are renewed shortly before their end and kept before they are used', async () => {
    const order: string[] = [];
    const { fetch } = recordCalls(respondByPath({ ...well, '/oauth2/token': recorded('token-refresh-ok') }));
    const vendorSession = fakeVendorSession<DexcomApiSession>((input, init) => {
      order.push(new URL(new Request(input, init).url).pathname.split('/').at(-1) ?? '');
      return fetch(input, init);
    }, now);
    await source.read(old, now - DAY_MS, {
      ...vendorSession,
      keep: async ({ refreshToken }) => void order.push(refreshToken),
    });
    expect(order).toEqual(['token', 'made-up-refresh-token-2', 'egvs']);
  });

  test('are not used when they could not be kept', async () => {
    const { fetch, calls } = recordCalls(respondByPath(well));
    const vendorSession = {
      ...fakeVendorSession<DexcomApiSession>(fetch, now),
      keep: () => Promise.reject(new Error('disk full')),
    };
    await expect(source.read(old, now - DAY_MS, vendorSession)).rejects.toThrow('disk full');
    expect(calls).toHaveLength(1);
  });

  test('are kept even when the poll is aborted while the vendor renews them', async () => {
    const stop = new AbortController();
    const vendor = respondByPath({
      ...well,
      '/oauth2/token': () => {
        stop.abort();
        return toResponse(recorded('token-refresh-ok'));
      },
    });
    const vendorSession = fakeVendorSession<DexcomApiSession>(vendor, now, stop.signal);
    await expect(source.read(old, now - DAY_MS, vendorSession)).rejects.toMatchObject({
      errorCode: 'unreachable',
    });
    expect(vendorSession.kept).toHaveLength(1);
  });

  test('are renewed once when access is refused before its time', async () => {
    const answers = [recorded('error-401'), recorded('egvs-ok')];
    const vendor = respondByPath({
      ...well,
      '/egvs': () => toResponse(answers.shift() ?? recorded('error-401')),
    });
    const { fetch, calls } = recordCalls(vendor);
    expect(await source.read(session, now - DAY_MS, fakeVendorSession(fetch, now))).toHaveLength(12);
    expect(calls).toHaveLength(3);
  });

  test('are renewed once even when several ask at the same time', async () => {
    const { fetch, calls } = recordCalls(respondByPath(well));
    await Promise.all([1, 2, 3].map(() => source.read(old, now - DAY_MS, fakeVendorSession(fetch, now))));
    expect(calls.filter(({ url }) => url.endsWith('/token'))).toHaveLength(1);
  });

  test('that the wearer has withdrawn are a wrong login', async () => {
    const read = source.read(old, now - DAY_MS, fakeVendorSession(token('token-error-invalid-grant'), now));
    await expect(read).rejects.toMatchObject({ errorCode: 'wrong-login' });
  });
});

describe('the history of Dexcom’s API', () => {
  const windows = async (since: number, range = 'datarange-ok') => {
    const { fetch, calls } = recordCalls(respondByPath({ ...well, '/dataRange': recorded(range) }));
    await source.read(session, since, fakeVendorSession(fetch, now));
    const asked = calls.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith('/egvs'));
    return asked.map(({ searchParams }) => [searchParams.get('startDate'), searchParams.get('endDate')]);
  };

  test('is asked for in windows of two days, which are small answers, ninety days back', async () => {
    const asked = await windows(0);
    expect(asked).toHaveLength(45);
    expect(asked[0]).toEqual(['2026-06-16T12:03:20', '2026-06-18T12:03:20']);
    expect(asked.at(-1)).toEqual(['2026-09-12T12:03:20', '2026-09-14T12:03:20']);
    expect(asked.slice(1).map(([from]) => from)).toEqual(asked.slice(0, -1).map(([, to]) => to));
  });

  test('begins where the data begins', async () => {
    expect((await windows(0, 'datarange-partial'))[0]?.[0]).toBe('2026-09-01T07:15:02');
  });

  test('takes at most one question where there is none', async () => {
    expect((await windows(0, 'datarange-empty')).length).toBeLessThanOrEqual(1);
  });

  test('of the last hours takes one question', async () => {
    expect(await windows(now - 3 * 3_600_000)).toHaveLength(1);
  });
});
