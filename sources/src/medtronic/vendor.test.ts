import { describe, expect, test } from 'vitest';
import { type CareLinkOptions, careLinkVendor } from '../../../simulators/carelink/carelink.ts';
import { asFetch } from '../../../simulators/serve.ts';
import { fakeVendorSession } from '../../test/fake-vendor.ts';
import type { MedtronicSession } from './authorized-calls.ts';
import { medtronic } from './source.ts';

const start = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const base = 'https://carelink.example/sim';
const who = { username: 'robin.example', password: 'made up' };

/** Somebody at the vendor's pages, without a browser: follows, fills in, clicks the captcha, sends. */
async function personAt(vendor: typeof fetch, begin: string, typed = who) {
  let at = begin;
  const go = async (init: RequestInit = {}) => {
    let answer = await vendor(at, { ...init, redirect: 'manual' });
    while (answer.status === 302) {
      const to = answer.headers.get('location') ?? '';
      if (to.startsWith('com.')) return to;
      at = new URL(to, at).href;
      answer = await vendor(at, { redirect: 'manual' });
    }
    return answer.text();
  };
  await go();
  const solved = await vendor(new URL('captcha', at), { method: 'POST' });
  const { token } = (await solved.json()) as { token: string };
  const form = {
    state: new URL(at).searchParams.get('state') ?? '',
    ...typed,
    captcha: token,
    action: 'default',
  };
  return go({ method: 'POST', body: new URLSearchParams(form) });
}

function carelinkIn(
  scenario: NonNullable<CareLinkOptions['scenario']> = 'well',
  more: Partial<CareLinkOptions> = {},
) {
  let now = start;
  const vendor = asFetch(careLinkVendor({ ...who, scenario, clock: () => now, at: '/sim', ...more }));
  const source = medtronic({ address: base });
  const vendorSession = { ...fakeVendorSession<MedtronicSession>(vendor, now), now: () => now };
  const signIn = async (isUsRegion = false, typed = who) => {
    const { captchaUrl, pending } = await source.begin({ isUsRegion }, vendorSession);
    return { pending, outcome: source.outcome(await personAt(vendor, captchaUrl, typed), pending) };
  };
  const connect = async (isUsRegion = false) => {
    const { pending, outcome } = await signIn(isUsRegion);
    return source.connect({ ...pending, ...(outcome as { code: string }) }, vendorSession);
  };
  const change = (what: string, body = {}) =>
    vendor(`${base}/__simulator/${what}`, { method: 'POST', body: JSON.stringify(body) });
  return { source, vendorSession, signIn, connect, change, later: (ms: number) => (now += ms) };
}

describe('[CON-7] a whole sign-in at CareLink', () => {
  test.each([
    ['EU', false],
    ['US', true],
  ] as const)('leads to a day of readings (%s)', async (region, isUsRegion) => {
    const { source, vendorSession, connect } = carelinkIn('well', { region });
    const readings = await source.read(await connect(isUsRegion), start - 24 * HOUR_MS, vendorSession);
    expect(readings.length).toBeGreaterThan(200);
    const newest = readings.at(-1)?.takenAt ?? 0;
    expect(newest).toBeLessThanOrEqual(start);
    expect(newest).toBeGreaterThan(start - 6 * MINUTE_MS);
  });

  test('in the wrong region, or with a wrong password, stays at the page', async () => {
    const { signIn } = carelinkIn();
    expect((await signIn(true)).outcome).toBeNull();
    expect((await signIn(false, { ...who, password: 'other' })).outcome).toBeNull();
  });

  test('gives a code that is good once and only with its own proof', async () => {
    const { source, vendorSession, signIn } = carelinkIn();
    const { pending, outcome } = await signIn();
    const { pending: other } = await signIn();
    const { code } = outcome as { code: string };
    await expect(source.connect({ ...other, code }, vendorSession)).rejects.toMatchObject({
      errorCode: 'needs-human',
    });
    await expect(source.connect({ ...pending, code }, vendorSession)).rejects.toMatchObject({
      errorCode: 'needs-human',
    });
  });
});

describe('a connection with CareLink over the days', () => {
  test('renews its tokens as often as needed', async () => {
    const { source, vendorSession, connect, later } = carelinkIn();
    let session = await connect();
    for (let day = 0; day < 3; day += 1) {
      later(24 * HOUR_MS);
      await source.read(session, vendorSession.now() - HOUR_MS, vendorSession);
      session = vendorSession.kept.at(-1) ?? session;
    }
    expect(new Set(vendorSession.kept.map(({ refreshToken }) => refreshToken)).size).toBe(3);
  });

  test('ends for good when a spent refresh token is used again', async () => {
    const { source, vendorSession, connect, later } = carelinkIn();
    const first = await connect();
    later(4 * HOUR_MS);
    await source.read(first, 0, vendorSession);
    const second = vendorSession.kept.at(-1) ?? first;
    await expect(source.read(first, 0, vendorSession)).rejects.toMatchObject({ errorCode: 'needs-human' });
    later(4 * HOUR_MS);
    await expect(source.read(second, 0, vendorSession)).rejects.toMatchObject({ errorCode: 'needs-human' });
  });

  test.each([
    ['clinician', 'not-shared'],
    ['unshared', 'not-shared'],
    ['terms', 'terms-to-accept'],
  ] as const)('does not begin for somebody who is %s', async (scenario, errorCode) => {
    await expect(carelinkIn(scenario).connect()).rejects.toMatchObject({ errorCode });
  });

  test.each([
    ['gone', 'person-gone'],
    ['forgetful', 'needs-human'],
    ['retired', 'unreadable'],
    ['upgrade', 'unreadable'],
    ['limited', 'too-many-calls'],
    ['guarded', 'too-many-calls'],
    ['maintenance', 'unreachable'],
    ['down', 'unreachable'],
  ] as const)('tells of a vendor who is %s', async (scenario, errorCode) => {
    const { source, vendorSession, connect, change, later } = carelinkIn();
    const session = await connect();
    later(13 * HOUR_MS);
    await change('scenario', { scenario });
    await expect(source.read(session, 0, vendorSession)).rejects.toMatchObject({ errorCode });
  });

  test.each(['silent', 'empty', 'fresh', 'patient'] as const)(
    'goes on with one who is %s',
    async (scenario) => {
      const { source, vendorSession, connect, change, later } = carelinkIn();
      const session = await connect();
      await change('scenario', { scenario });
      later(30 * MINUTE_MS);
      const readings = await source.read(session, start, vendorSession);
      expect(readings.length > 0).toBe(scenario === 'fresh' || scenario === 'patient');
    },
  );

  test('needs the wearer after everything was withdrawn', async () => {
    const { source, vendorSession, connect, change } = carelinkIn();
    const session = await connect();
    await change('revoke');
    await expect(source.read(session, 0, vendorSession)).rejects.toMatchObject({ errorCode: 'needs-human' });
  });
});
