import {
  endShareLink,
  listShareLinks,
  MAX_SHARE_LINKS,
  makeShareLink,
  noConnection,
  type ReplyOf,
  readAudit,
  rotateShareLink,
  sharedDay,
  sharedHistory,
  sharedNow,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, noPolling, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { ownWearer, personOf } from '../../../test/followers/family.ts';

const HOUR = 3_600_000;

type Made = { name?: string; scope?: string; lasts?: string; alias?: string };

async function withWearer(api: TestApi) {
  const maria = await personOf(api, 'Maria');
  const { token } = maria;
  const wearer = await ownWearer(api, maria);
  const make = (more: Made = {}) =>
    api.send(makeShareLink, {
      token,
      wearer,
      body: { name: 'School nurse', scope: 'now', lasts: 'day', ...more },
    });
  const secretOf = (answer: Awaited<ReturnType<typeof make>>) =>
    answer.json<{ link: string }>().link.replace(/.*#/, '');
  const links = async () =>
    (await api.send(listShareLinks, { token, wearer })).json<ReplyOf<typeof listShareLinks>>().links;
  return { token, wearer, make, secretOf, links };
}

describe('a share link', () => {
  eachEngine((open) => {
    test('[PPL-27] [PPL-28] shows the page of its scope, under an alias where one is given', async () => {
      const api = await apiOn(await open());
      const { make, secretOf } = await withWearer(api);
      const answer = await make({ scope: 'day', alias: 'A.' });
      expect(answer.json().link).toMatch(/^https:\/\/tealight\.example\.org\/s#[0-9A-Za-z]{27}$/);
      const share = secretOf(answer);
      const page = await api.send(sharedNow, { share });
      expect(page.json()).toMatchObject({ name: 'A.', scope: 'day', state: 'none', currentCgmReading: null });
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.body).not.toMatch(/maria|@|code/i);
      expect((await api.send(sharedDay, { share, query: { span: '24h' } })).statusCode).toBe(200);
      expect((await api.send(sharedHistory, { share, query: { period: '7d' } })).statusCode).toBe(403);
    });

    test.each([
      ['error', 'problem'],
      ['checking', 'problem'],
      ['silent', 'silent'],
    ] as const)(
      '[PPL-28] blames the sensor only where it is silent: %s is shown as %s',
      async (state, shown) => {
        const status = async () => ({ ...noConnection, status: 'noCurrentData' as const, state });
        const api = await apiOn(await open(), { polling: { ...noPolling, status } });
        const { make, secretOf } = await withWearer(api);
        const page = await api.send(sharedNow, { share: secretOf(await make()) });
        expect(page.json()).toMatchObject({ state: shown });
      },
    );

    test('[PPL-28] whose page asks for 30 days without end is slowed down, and no other link', async () => {
      const api = await apiOn(await open());
      const { make, secretOf } = await withWearer(api);
      const ask = async (share: string, period: string) =>
        (await api.send(sharedHistory, { share, query: { period } })).statusCode;
      const [busy, other] = [
        secretOf(await make({ scope: 'history' })),
        secretOf(await make({ scope: 'history' })),
      ];
      for (let times = 0; times < 120; times += 1) expect(await ask(busy, '30d')).toBe(200);
      expect([await ask(busy, '30d'), await ask(busy, '14d'), await ask(other, '30d')]).toEqual([
        429, 200, 200,
      ]);
    });

    test('[PPL-27] ends with its time, and the secret is stored nowhere', async () => {
      const api = await apiOn(await open());
      const { make, secretOf, links } = await withWearer(api);
      const [hour, never] = [
        secretOf(await make({ lasts: 'hour' })),
        secretOf(await make({ lasts: 'never' })),
      ];
      api.clock.at += HOUR - 1;
      expect((await api.send(sharedNow, { share: hour })).statusCode).toBe(200);
      api.clock.at += 1;
      expect((await api.send(sharedNow, { share: hour })).statusCode).toBe(410);
      expect(await links()).toHaveLength(1);
      expect(JSON.stringify([await links(), api.logged])).not.toContain(never);
      api.clock.at += 1000 * 24 * HOUR;
      expect((await api.send(sharedNow, { share: never })).statusCode).toBe(200);
    });

    test('[PPL-27] a wearer has at most ten', async () => {
      const api = await apiOn(await open());
      const { make } = await withWearer(api);
      const answers = await Promise.all(Array.from({ length: MAX_SHARE_LINKS + 2 }, () => make()));
      const refused = answers.filter(({ statusCode }) => statusCode === 409);
      expect(refused).toHaveLength(2);
      expect(refused[0]?.json().type).toBe('urn:tealight:problem:too-many-links');
    });

    test('[PPL-29] a new secret ends the old one at once, and so does the end of the link', async () => {
      const api = await apiOn(await open());
      const { token, wearer, make, secretOf, links } = await withWearer(api);
      const made = await make();
      const body = { id: made.json().id };
      const rotated = await api.send(rotateShareLink, { token, wearer, body });
      const page = (share: string) => api.send(sharedNow, { share });
      expect([(await page(secretOf(made))).statusCode, (await page(secretOf(rotated))).statusCode]).toEqual([
        410, 200,
      ]);
      await api.send(endShareLink, { token, wearer, body });
      expect((await page(secretOf(rotated))).statusCode).toBe(410);
      expect(await links()).toEqual([]);
      expect((await api.send(endShareLink, { token, wearer, body })).statusCode).toBe(404);
    });

    test('[PPL-29] [PPL-33] openings are counted once an hour for each network, and recorded once a day', async () => {
      const api = await apiOn(await open());
      const { token, wearer, make, secretOf, links } = await withWearer(api);
      const share = secretOf(await make({ lasts: 'week' }));
      for (const from of ['192.0.2.1', '192.0.2.1', '198.51.100.7'])
        await api.send(sharedNow, { share, from });
      expect((await links())[0]).toMatchObject({ opened: 2 });
      api.clock.at += HOUR;
      await api.send(sharedNow, { share });
      expect((await links())[0]).toMatchObject({
        opened: 3,
        lastOpenedAt: new Date(api.clock.at).toISOString(),
      });
      const { entries } = (await api.send(readAudit, { token, wearer })).json<ReplyOf<typeof readAudit>>();
      expect(entries.map(({ kind, by, detail }) => [kind, by, detail.link])).toEqual([
        ['link-opened', null, 'School nurse'],
        ['link-made', 'Maria Lovelace', 'School nurse'],
      ]);
    });

    test('[PPL-29] wrong secrets are slowed down, without harm to another network', async () => {
      const api = await apiOn(await open());
      const { make, secretOf } = await withWearer(api);
      const share = secretOf(await make());
      const tried = async (secret: string, from: string) =>
        (await api.send(sharedNow, { share: secret, from })).statusCode;
      const codes = [];
      for (let count = 0; count < 40; count += 1) codes.push(await tried('x'.repeat(27), '203.0.113.9'));
      expect(codes.filter((code) => code === 410)).toHaveLength(30);
      expect(codes.at(-1)).toBe(429);
      expect(await tried(share, '198.51.100.7')).toBe(200);
    });
  });
});
