import { describe, expect, test } from 'vitest';
import { type DexcomApiOptions, dexcomApiVendor } from '../../../outside/upstream/dexcom-api.ts';
import { asFetch } from '../../../outside/upstream/serve.ts';
import { visitOf } from '../../test/world.ts';
import { codeIn } from './redirect.ts';
import { type DexcomApiSession, dexcomApi } from './source.ts';

const start = Date.UTC(2026, 10, 21, 9);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const client = { clientId: 'tealight', clientSecret: 'made up' };
const redirectUri = 'https://tealight.example/dexcom';

function apiIn(mood: NonNullable<DexcomApiOptions['mood']> = 'well') {
  let now = start;
  const vendor = asFetch(dexcomApiVendor({ ...client, mood, clock: () => now }));
  const source = dexcomApi('https://api.example', client);
  const visit = { ...visitOf<DexcomApiSession>(vendor, now), now: () => now };
  const wearer = async (answer: 'Authorize' | 'Deny') => {
    const page = await (await vendor(source.loginUrl('our state', redirectUri))).text();
    const link = page.match(new RegExp(`href="([^"]+)">${answer}`))?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { headers } = await vendor(new URL(link, 'https://api.example/v2/oauth2/login').href, {
      redirect: 'manual',
    });
    return codeIn(new URL(headers.get('location') ?? '').searchParams, 'our state') as { code: string };
  };
  return {
    wearer,
    visit,
    later: (ms: number) => (now += ms),
    change: (what: string, body = {}) =>
      vendor(`https://api.example/__world/${what}`, { method: 'POST', body: JSON.stringify(body) }),
    connect: async () => source.connect({ ...(await wearer('Authorize')), redirectUri }, visit),
    read: (session: DexcomApiSession, since = 0) => source.read(session, since, visit),
    again: (code: string) => source.connect({ code, redirectUri }, visit),
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

  test('that the wearer breaks off is told', async () => {
    expect(await apiIn().wearer('Deny')).toBe('refused');
  });

  test('spends its code', async () => {
    const { wearer, again } = apiIn();
    const { code } = await wearer('Authorize');
    await again(code);
    await expect(again(code)).rejects.toMatchObject({ trouble: 'wrong-login' });
  });
});

describe('the session at a whole Dexcom API', () => {
  test('[SRC-2] goes on for days by tokens that are renewed, kept and used once', async () => {
    const { connect, read, later, visit } = apiIn();
    let session = await connect();
    let newest = start - DAY_MS;
    for (let hours = 0; hours < 72; hours += 1) {
      later(HOUR_MS);
      const readings = await read(session, newest);
      newest = readings.at(-1)?.takenAt ?? newest;
      session = visit.kept.at(-1) ?? session;
    }
    expect(newest).toBeGreaterThan(start + 70 * HOUR_MS);
    expect(visit.kept.length).toBeGreaterThanOrEqual(36);
    expect(new Set(visit.kept.map(({ refreshToken }) => refreshToken)).size).toBe(visit.kept.length);
  });

  test('ends when the wearer withdraws the permission', async () => {
    const { connect, read, change } = apiIn();
    const session = await connect();
    await change('revoke');
    await expect(read(session)).rejects.toMatchObject({ trouble: 'wrong-login' });
  });

  test.each(['mmol', 'receiver'] as const)('[SRC-1] reads an account of the kind %s alike', async (mood) => {
    const [plain, other] = await Promise.all(
      [apiIn(), apiIn(mood)].map(async ({ connect, read }) => read(await connect(), start - DAY_MS)),
    );
    expect(other?.map(({ takenAt }) => takenAt)).toEqual(plain?.map(({ takenAt }) => takenAt));
    const apart = other?.map(({ mgdl }, index) => Math.abs(mgdl - (plain?.[index]?.mgdl ?? 0))) ?? [];
    // A tenth of a millimole is 1.8 mg/dL: the vendor's own rounding loses one.
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
  });

  test('without data is no trouble', async () => {
    const { connect, read } = apiIn('empty');
    expect(await read(await connect())).toEqual([]);
  });

  test.each([
    ['unapproved', 'wrong-login'],
    ['busy', 'too-many-calls'],
    ['faulty', 'unreachable'],
    ['down', 'unreachable'],
    ['half-answer', 'unreadable'],
  ] as const)('in the mood %s is told as %s', async (mood, trouble) => {
    const { connect, read, change } = apiIn();
    const session = await connect();
    await change('mood', { mood });
    await expect(read(session)).rejects.toMatchObject({ trouble });
  });

  test('does not begin where Tealight is not known', async () => {
    await expect(apiIn('unregistered').connect()).rejects.toMatchObject({ trouble: 'unreadable' });
  });
});
