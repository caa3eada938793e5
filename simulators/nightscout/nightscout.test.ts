import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { samples } from '../day.ts';
import { asFetch, serve } from '../serve.ts';
import { type NightscoutOptions, nightscoutSite } from './nightscout.ts';

const now = Date.UTC(2026, 10, 21, 9);
const options: NightscoutOptions = {
  secret: 'twelve chars',
  token: 'reader-0123456789abcdef',
  clock: () => now,
};
const ask = async (path: string, init?: RequestInit, more: Partial<NightscoutOptions> = {}) => {
  const answer = await asFetch(nightscoutSite({ ...options, ...more }))(`http://site.example${path}`, init);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const asked = async (path: string, init?: RequestInit, more?: Partial<NightscoutOptions>) =>
  JSON.parse((await ask(path, init, more)).text);

describe('the simulated wearer', () => {
  const from = now - 90 * 86_400_000;
  const days = samples(from, now, { seed: 7 });

  test('has the same days for every client and at any time', () => {
    expect(samples(now - 3_600_000, now, { seed: 7 })).toEqual(
      days.filter(({ takenAt }) => takenAt > now - 3_600_000),
    );
    expect(samples(from, now, { seed: 8 })).not.toEqual(days);
  });

  test('has lows and highs, but is mostly in range', () => {
    const share = (fits: (mgdl: number) => boolean) =>
      days.filter(({ mgdl }) => fits(mgdl)).length / days.length;
    expect(share((mgdl) => mgdl < 70)).toBeGreaterThan(0.01);
    expect(share((mgdl) => mgdl > 180)).toBeGreaterThan(0.05);
    expect(share((mgdl) => mgdl >= 70 && mgdl <= 180)).toBeGreaterThan(0.7);
  });

  test('wears a sensor that measures every five minutes', () => {
    const gaps = days.slice(1).map(({ takenAt }, index) => takenAt - (days[index]?.takenAt ?? 0));
    expect(gaps.filter((gap) => gap > 298_000 && gap < 302_000)).toHaveLength(gaps.length);
  });
});

describe('the simulated site', () => {
  test('returns ten entries, newest first, when no count is given', async () => {
    const entries = (await asked('/api/v1/entries.json')) as { date: number }[];
    expect(entries).toHaveLength(10);
    expect(entries.toSorted((a, b) => b.date - a.date)).toEqual(entries);
  });

  test('answers with tab-separated values unless asked for JSON', async () => {
    expect((await ask('/api/v1/entries?count=1')).text.split('\t')).toHaveLength(5);
    expect((await ask('/api/v1/entries', { headers: { accept: 'application/json' } })).type).toContain(
      'json',
    );
  });

  test('searches four days when no time is given, and ninety when one is', async () => {
    expect(((await asked('/api/v1/entries.json?count=0')) as []).length).toBeLessThan(4 * 288 + 2);
    expect(((await asked('/api/v1/entries.json?count=0&find[date][$gt]=0')) as []).length).toBeGreaterThan(
      80 * 288,
    );
  });

  test('matches the type in the path exactly, and returns all types without one', async () => {
    const count = async (path: string) =>
      ((await asked(`${path}?count=0`, undefined, { scenario: 'untyped' })) as []).length;
    const [sgv, all] = [await count('/api/v1/entries/sgv.json'), await count('/api/v1/entries.json')];
    expect(sgv / all).toBeCloseTo(1 / 3, 1);
  });

  test('applies the last of two conditions in API v3, and hides deleted entries', async () => {
    const site = asFetch(nightscoutSite({ ...options, scenario: 'deleted' }));
    const pass = await (
      await site(`http://site.example/api/v2/authorization/request/${options.token}`)
    ).json();
    const search = async (query: string): Promise<{ date: number }[]> => {
      const headers = { authorization: `Bearer ${pass.token}` };
      return (await (await site(`http://site.example/api/v3/entries?${query}`, { headers })).json()).result;
    };
    const hour = 3_600_000;
    const both = await search(`sort$desc=date&date$gt=${now - hour}&date$lte=${now}&limit=1000`);
    expect(both).toHaveLength(1000);
    const onward = await search(`sort=date&date$lte=${now}&date$gt=${now - hour}&limit=1000`);
    expect(onward.length).toBeLessThan(12);
    expect(onward.toSorted((a, b) => a.date - b.date)).toEqual(onward);
    const first = await (await site('http://site.example/api/v1/entries.json?count=100')).json();
    expect(first.some(({ isValid }: { isValid?: boolean }) => isValid === false)).toBe(true);
    expect(both.some((entry) => 'isValid' in entry)).toBe(false);
  });

  test('answers a bad filter like a broken database', async () => {
    expect((await ask('/api/v1/entries.json?find[date][$gte]=yesterday')).status).toBe(500);
  });

  test.each([
    [
      'the secret hashed',
      { 'api-secret': createHash('sha1').update('twelve chars').digest('hex') },
      'OK',
      true,
    ],
    ['the token raw', { 'api-secret': 'reader-0123456789abcdef' }, 'OK', true],
    ['nothing', {}, 'UNAUTHORIZED', true],
    ['the secret in plain text', { 'api-secret': 'twelve chars' }, 'UNAUTHORIZED', false],
  ])('judges %s', async (_, headers, message, canRead) => {
    expect((await asked('/api/v1/verifyauth', { headers })).message).toMatchObject({ message, canRead });
  });

  test('rejects a wrong secret even where everybody may read, and ignores a wrong token', async () => {
    expect((await ask('/api/v1/entries.json', { headers: { 'api-secret': 'wrong' } })).status).toBe(401);
    expect((await ask('/api/v1/entries.json?token=wrong')).status).toBe(200);
  });

  test('shows a reading some seconds after it was taken, and an added one at once', async () => {
    const site = nightscoutSite({ ...options, lateMs: [now, now] });
    const call = asFetch(site);
    expect(await (await call('http://site.example/api/v1/entries.json')).json()).toEqual([]);
    await call('http://site.example/__simulator/reading', {
      method: 'POST',
      body: JSON.stringify({ sgv: 123 }),
    });
    expect(await (await call('http://site.example/api/v1/entries.json')).json()).toMatchObject([
      { sgv: 123, date: now },
    ]);
  });

  test('changes its scenario on request, also over a real network', async () => {
    const { url, close } = await serve(nightscoutSite(options));
    await fetch(`${url}/__simulator/scenario`, {
      method: 'POST',
      body: JSON.stringify({ scenario: 'sleeping' }),
    });
    expect((await fetch(`${url}/api/v1/status.json`)).status).toBe(503);
    await close();
  });
});
