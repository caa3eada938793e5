import { describe, expect, test } from 'vitest';
import { type DexcomApiOptions, dexcomApiVendor } from '../../../simulators/dexcom-api/dexcom-api.ts';
import { asFetch } from '../../../simulators/serve.ts';
import { fakeVendorSession } from '../../test/fake-vendor.ts';
import { type DexcomApiSession, dexcomApi } from './source.ts';

const start = Date.UTC(2026, 10, 21, 9);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const client = { clientId: 'tealight', clientSecret: 'made up' };
const redirectUri = 'https://tealight.example/dexcom';

function apiIn(scenario: NonNullable<DexcomApiOptions['scenario']> = 'well') {
  let now = start;
  const vendor = asFetch(dexcomApiVendor({ ...client, scenario, clock: () => now }));
  const source = dexcomApi({ address: 'https://api.example', ...client });
  const vendorSession = { ...fakeVendorSession<DexcomApiSession>(vendor, now), now: () => now };
  const wearer = async (answer: 'Authorize' | 'Deny') => {
    const page = await (await vendor(source.loginUrl('our state', redirectUri))).text();
    const link = page.match(new RegExp(`href="([^"]+)">${answer}`))?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { headers } = await vendor(new URL(link, 'https://api.example/v2/oauth2/login').href, {
      redirect: 'manual',
    });
    return new URL(headers.get('location') ?? '').searchParams;
  };
  return {
    wearer,
    vendorSession,
    later: (ms: number) => (now += ms),
    change: (what: string, body = {}) =>
      vendor(`https://api.example/__simulator/${what}`, { method: 'POST', body: JSON.stringify(body) }),
    connect: async () =>
      source.connect({ code: (await wearer('Authorize')).get('code') ?? '', redirectUri }, vendorSession),
    read: (session: DexcomApiSession, since = 0) => source.read(session, since, vendorSession),
    again: (code: string) => source.connect({ code, redirectUri }, vendorSession),
  };
}

describe('[CON-5] a whole sign-in at Dexcom’s API', () => {
  test('leads from the page by a code to readings, ninety days back and an hour late', async () => {
    const { connect, read } = apiIn();
    const readings = await read(await connect());
    expect(readings.length).toBeGreaterThan(85 * 288);
    expect(readings.at(-1)?.takenAt).toBeLessThan(start - HOUR_MS);
    expect(readings[0]?.takenAt).toBeLessThan(start - 89 * DAY_MS);
  });

  test('a wearer who declines on Dexcom’s page comes back without a code', async () => {
    expect((await apiIn().wearer('Deny')).has('code')).toBe(false);
  });

  test('spends its code', async () => {
    const { wearer, again } = apiIn();
    const code = (await wearer('Authorize')).get('code') ?? '';
    await again(code);
    await expect(again(code)).rejects.toMatchObject({ errorCode: 'wrong-login' });
  });
});

describe('the session at a whole Dexcom API', () => {
  test('[SRC-2] goes on for days by tokens that are renewed, kept and used once', async () => {
    const { connect, read, later, vendorSession } = apiIn();
    let session = await connect();
    let newest = start - DAY_MS;
    for (let hours = 0; hours < 72; hours += 1) {
      later(HOUR_MS);
      const readings = await read(session, newest);
      newest = readings.at(-1)?.takenAt ?? newest;
      session = vendorSession.kept.at(-1) ?? session;
    }
    expect(newest).toBeGreaterThan(start + 70 * HOUR_MS);
    expect(vendorSession.kept.length).toBeGreaterThanOrEqual(36);
    expect(new Set(vendorSession.kept.map(({ refreshToken }) => refreshToken)).size).toBe(
      vendorSession.kept.length,
    );
  });

  test('ends when the wearer withdraws the permission', async () => {
    const { connect, read, change } = apiIn();
    const session = await connect();
    await change('revoke');
    await expect(read(session)).rejects.toMatchObject({ errorCode: 'wrong-login' });
  });

  test.each(['mmol', 'receiver'] as const)(
    '[SRC-1] reads an account of the kind %s alike',
    async (scenario) => {
      const [plain, other] = await Promise.all(
        [apiIn(), apiIn(scenario)].map(async ({ connect, read }) => read(await connect(), start - DAY_MS)),
      );
      expect(other?.map(({ takenAt }) => takenAt)).toEqual(plain?.map(({ takenAt }) => takenAt));
      const apart = other?.map(({ mgdl }, index) => Math.abs(mgdl - (plain?.[index]?.mgdl ?? 0))) ?? [];
      // A tenth of a millimole is 1.8 mg/dL: the vendor's own rounding loses one.
      expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    },
  );

  test('without data is no error', async () => {
    const { connect, read } = apiIn('empty');
    expect(await read(await connect())).toEqual([]);
  });

  test.each([
    ['unapproved', 'wrong-login'],
    ['busy', 'too-many-calls'],
    ['faulty', 'unreachable'],
    ['down', 'unreachable'],
    ['half-answer', 'unreadable'],
  ] as const)('in the scenario %s gives the error %s', async (scenario, errorCode) => {
    const { connect, read, change } = apiIn();
    const session = await connect();
    await change('scenario', { scenario });
    await expect(read(session)).rejects.toMatchObject({ errorCode });
  });

  test('does not begin where Tealight is not known', async () => {
    await expect(apiIn('unregistered').connect()).rejects.toMatchObject({ errorCode: 'unreadable' });
  });
});
