import { describe, expect, test } from 'vitest';
import type { Life } from '../../../outside/upstream/day.ts';
import { type NightscoutOptions, nightscoutSite } from '../../../outside/upstream/nightscout.ts';
import { asFetch } from '../../../outside/upstream/serve.ts';
import { noting, visitOf } from '../../test/world.ts';
import { nightscout } from './source.ts';

const source = nightscout();
const now = Date.UTC(2026, 10, 21, 9);
const secret = 'twelve letters';
const token = 'reader-0123456789abcdef';
const DAY_MS = 24 * 60 * 60_000;

function siteIn(mood: NonNullable<NightscoutOptions['mood']>, life: Life = { seed: 3 }) {
  const { fetch, calls } = noting(asFetch(nightscoutSite({ secret, token, mood, life, clock: () => now })));
  const visit = visitOf<Awaited<ReturnType<typeof source.connect>>>(fetch, now);
  const connect = (apiSecret = secret) => source.connect({ endpoint: 'site.example', apiSecret }, visit);
  const readingsSince = async (since: number) => source.read(await connect(), since, visit);
  return { visit, calls, connect, readingsSince };
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
    // A row whose clock ran ahead two hours and was read later cannot be told from a reading; one in 35 is such.
    expect(invented.length).toBeLessThan(well.length / 30);
    expect(odd.length).toBeGreaterThan(well.length * 0.85);
  });

  test('a secret and a token both open a site that admits nobody unknown', async () => {
    const { connect } = siteIn('denied');
    await expect(connect()).resolves.toMatchObject({ api: 'v1' });
    await expect(connect(token)).resolves.toMatchObject({ api: 'v1' });
    await expect(connect('')).rejects.toMatchObject({ trouble: 'wrong-login' });
    await expect(connect('something else')).rejects.toMatchObject({ trouble: 'wrong-login' });
  });

  test('a site with only the third API gives its whole history too', async () => {
    const { connect, visit } = siteIn('only-v3');
    const readings = await source.read(await connect(token), 0, visit);
    expect(readings.length).toBeGreaterThan(85 * 288);
  });

  test('a site without readings is no trouble', async () => {
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
  ] as const)('[CON-6] a site in the mood %s is told as %s', async (mood, trouble) => {
    await expect(siteIn(mood).connect()).rejects.toMatchObject({ trouble });
  });
});
