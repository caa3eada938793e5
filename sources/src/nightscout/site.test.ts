import { describe, expect, test } from 'vitest';
import type { SimulatedDay } from '../../../simulators/day.ts';
import { passFor } from '../../../simulators/nightscout/credentials.ts';
import { type NightscoutOptions, nightscoutSite } from '../../../simulators/nightscout/nightscout.ts';
import { asFetch } from '../../../simulators/serve.ts';
import { fakeVendorSession, recordCalls } from '../../test/fake-vendor.ts';
import { nightscout } from './source.ts';

const source = nightscout();
const now = Date.UTC(2026, 10, 21, 9);
const secret = 'twelve chars';
const token = 'reader-0123456789abcdef';
const DAY_MS = 24 * 60 * 60_000;

function siteIn(scenario: NonNullable<NightscoutOptions['scenario']>, life: SimulatedDay = { seed: 3 }) {
  const site = asFetch(nightscoutSite({ secret, token, scenario, life, clock: () => now }));
  let bytes = 0;
  const { fetch, calls } = recordCalls(async (...request) => {
    const answer = await site(...request);
    bytes += (await answer.clone().text()).length;
    return answer;
  });
  const vendorSession = fakeVendorSession<Awaited<ReturnType<typeof source.connect>>>(fetch, now);
  const jwt = passFor(token, now);
  const v3 = {
    ...({ api: 'v3', base: 'https://site.example', token } as const),
    jwt: jwt.token,
    jwtEndsAt: jwt.exp * 1000,
  };
  const connect = (apiSecret = secret) =>
    source.connect({ endpoint: 'site.example', apiSecret }, vendorSession);
  const readingsSince = async (since: number) => source.read(await connect(), since, vendorSession);
  return { vendorSession, calls, connect, readingsSince, enter: { v3 }, bytes: () => bytes };
}

describe('a whole site', () => {
  test('[SRC-2] gives ninety days of history in pages of bounded size', async () => {
    const { readingsSince, calls } = siteIn('well');
    const readings = await readingsSince(0);
    expect(readings.length).toBeGreaterThan(85 * 288);
    expect(readings[0]?.takenAt).toBeLessThan(now - 89 * DAY_MS);
    expect(new Set(readings.map(({ takenAt }) => takenAt)).size).toBe(readings.length);
    const counts = calls.slice(3).map(({ url }) => Number(new URL(url).searchParams.get('count')));
    expect(Math.max(...counts)).toBeLessThanOrEqual(400);
    expect(counts.length).toBeLessThan((readings.length / 400) * 1.5);
  });

  test('a poll with nothing new asks once and gets next to nothing', async () => {
    const { readingsSince, calls } = siteIn('well');
    const newest = (await readingsSince(now - DAY_MS)).at(-1)?.takenAt ?? 0;
    const before = calls.length;
    expect(await readingsSince(newest)).toEqual([]);
    expect(calls.length - before - 3).toBe(1);
  });

  test('[SRC-2] two uploaders give each reading once, and the next poll stays with the one in use', async () => {
    const phone = await siteIn('well').readingsSince(now - DAY_MS);
    const two = siteIn('two-uploaders');
    const both = await two.readingsSince(now - DAY_MS);
    expect(both.length).toBe(phone.length);
    for (const inUse of [phone, both]) {
      expect(await two.readingsSince(inUse[100]?.takenAt ?? 0)).toEqual(inUse.slice(101));
    }
  });

  test('a sensor that speaks every minute is heard every minute', async () => {
    const readings = await siteIn('well', { seed: 3, everyMs: 60_000 }).readingsSince(now - 6 * 3_600_000);
    expect(readings.length).toBeGreaterThan(250);
  });

  test('[SRC-2] odd entries do no harm', async () => {
    const well = await siteIn('well').readingsSince(now - DAY_MS);
    const odd = await siteIn('odd').readingsSince(now - DAY_MS);
    const known = new Set(well.map(({ takenAt, mgdl }) => `${takenAt} ${mgdl}`));
    const invented = odd.filter(({ takenAt, mgdl }) => takenAt <= now && !known.has(`${takenAt} ${mgdl}`));
    // A row whose clock ran ahead two hours and was read later looks like a reading; one in 35 is such.
    expect(invented.length).toBeLessThan(well.length / 30);
    expect(odd.length).toBeGreaterThan(well.length * 0.85);
  });

  test('a secret and a token both open a site that admits nobody unknown', async () => {
    const { connect } = siteIn('denied');
    await expect(connect()).resolves.toMatchObject({ api: 'v1' });
    await expect(connect(token)).resolves.toMatchObject({ api: 'v1' });
    await expect(connect('')).rejects.toMatchObject({ errorCode: 'wrong-login' });
    await expect(connect('something else')).rejects.toMatchObject({ errorCode: 'wrong-login' });
  });

  test.each(['untyped', 'untyped, third API'] as const)(
    '[SRC-2] entries without a type, or with one in capitals, are readings like the others (%s)',
    async (which) => {
      const since = now - DAY_MS;
      const well = await siteIn('well').readingsSince(since);
      const { connect, vendorSession, enter } = siteIn('untyped');
      const session = which === 'untyped' ? await connect() : enter.v3;
      expect(await source.read(session, since, vendorSession)).toEqual(well);
    },
  );

  test('[SRC-2] what was deleted from a site is no reading, by whichever API it is read', async () => {
    const since = now - DAY_MS;
    const well = await siteIn('well').readingsSince(since);
    const { connect, vendorSession, enter } = siteIn('deleted');
    const first = await source.read(await connect(), since, vendorSession);
    const third = await source.read(enter.v3, since, vendorSession);
    expect(first).toEqual(third);
    expect(well.length - first.length).toBeGreaterThan(20);
  });

  test('a site with only the third API gives its whole history too', async () => {
    const { connect, vendorSession, calls } = siteIn('only-v3');
    const session = await connect(token);
    const before = calls.length;
    const readings = await source.read(session, 0, vendorSession);
    expect(readings.length).toBeGreaterThan(85 * 288);
    expect(new Set(readings.map(({ takenAt }) => takenAt)).size).toBe(readings.length);
    expect(calls.length - before).toBeLessThan((readings.length / 800) * 1.5);
  });

  test('a poll by the third API asks once, and for what is new alone', async () => {
    const { connect, vendorSession, calls, bytes } = siteIn('only-v3');
    const session = await connect(token);
    const readings = await source.read(session, now - DAY_MS, vendorSession);
    const [before, bytesBefore] = [calls.length, bytes()];
    expect(await source.read(session, readings.at(-2)?.takenAt ?? 0, vendorSession)).toEqual(
      readings.slice(-1),
    );
    expect(calls.length - before).toBe(1);
    expect(bytes() - bytesBefore).toBeLessThan(1000);
  });

  test('a site without readings is no error', async () => {
    expect(await siteIn('empty').readingsSince(0)).toEqual([]);
  });

  test.each([
    ['busy', 'too-many-calls'],
    ['sleeping', 'unreachable'],
    ['boot-error', 'unreachable'],
    ['mongo-error', 'unreachable'],
    ['landing-page', 'wrong-address'],
    ['not-found', 'wrong-address'],
    ['other-json', 'wrong-address'],
    ['moved', 'wrong-address'],
    ['half-answer', 'unreadable'],
  ] as const)('[CON-6] a site in the scenario %s gives the error %s', async (scenario, errorCode) => {
    await expect(siteIn(scenario).connect()).rejects.toMatchObject({ errorCode });
  });
});
