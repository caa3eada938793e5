import { feedPath, type GlowMessage, glowPath } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { eachEngine, type Open } from '../../test/engines.ts';
import { openHouse } from '../../test/house.ts';

const soon = { timeout: 4000 };

/** Server-sent events as they come in. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const answer = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const heard = { text: '', ended: false };
  const done = (async () => {
    for await (const chunk of answer.body ?? []) heard.text += new TextDecoder().decode(chunk);
    heard.ended = true;
  })().catch(() => {});
  const glows = () =>
    [...heard.text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json ?? '') as GlowMessage);
  return { answer, heard, glows, close: () => stop.abort(), done };
}

const house = async (open: Open) => openHouse(await open());

describe('[DEV-2] a device on server-sent events', () => {
  eachEngine((open) => {
    test('is told the glow at once and every new reading, and counts while it listens', async () => {
      await using home = await house(open);
      await home.keep(112, 60_000);
      const feed = await listen(`${home.url}${feedPath}?code=${await home.code()}&id=page`);
      expect(feed.answer.headers.get('content-type')).toBe('text/event-stream');
      expect(feed.answer.headers.get('access-control-allow-origin')).toBe('*');
      await vi.waitFor(() => expect(feed.glows().map(({ value }) => value)).toEqual([112]), soon);
      expect(feed.heard.text).toMatch(/^retry: \d{4,5}$/m);
      await home.keep(200);
      await vi.waitFor(() => expect(feed.glows().at(-1)).toMatchObject({ value: 200, zone: 'high' }), soon);
      await vi.waitFor(async () => expect(await home.devices.live(home.ada)).toBe(1), soon);
      feed.close();
      await vi.waitFor(async () => expect(await home.devices.live(home.ada)).toBe(0), soon);
    });

    test('with a wrong code gets a problem that its reader takes as final', async () => {
      await using home = await house(open);
      const { answer } = await listen(`${home.url}${feedPath}?code=00000-00000`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        403,
        'application/problem+json; charset=utf-8',
      ]);
    });

    test('is ended when its code is replaced', async () => {
      await using home = await house(open);
      const old = await home.code();
      const feed = await listen(`${home.url}${feedPath}`, { authorization: `Bearer ${old}` });
      await vi.waitFor(() => expect(feed.glows().length).toBe(1), soon);
      await home.store.wearers.renewCode(home.ada);
      await home.devices.cutOff(home.ada, old);
      await vi.waitFor(() => expect(feed.heard.ended).toBe(true), soon);
      expect(feed.heard.text).toMatch(/event: end\ndata: wrong-code/);
    });
  });
});

describe('[DEV-2] a device that polls', () => {
  eachEngine((open) => {
    test('gets the glow with a tag, and nothing twice', async () => {
      await using home = await house(open);
      await home.keep(112);
      const headers = { authorization: `Bearer ${await home.code()}` };
      const first = await fetch(`${home.url}${glowPath}`, { headers });
      expect(await first.json()).toMatchObject({ value: 112, text: '112', stale: false });
      const etag = first.headers.get('etag') ?? '';
      const again = await fetch(`${home.url}${glowPath}`, { headers: { ...headers, 'if-none-match': etag } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      await home.keep(120, -1000);
      const newer = await fetch(`${home.url}${glowPath}`, { headers: { ...headers, 'if-none-match': etag } });
      expect([newer.status, (await newer.json()) as GlowMessage]).toMatchObject([200, { value: 120 }]);
    });

    test('learns when the next reading is due', async () => {
      await using home = await house(open);
      await home.keep(100, 6 * 60_000);
      await home.keep(101, 60_000);
      const answer = await fetch(`${home.url}${glowPath}?code=${await home.code()}`);
      const [, seconds] = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
      expect(Number(seconds)).toBeGreaterThan(250);
      expect(Number(seconds)).toBeLessThanOrEqual(260);
    });

    test('with a wrong code, or none, is refused as a problem, and slowed down when it goes on', async () => {
      await using home = await house(open);
      const wrong = await fetch(`${home.url}${glowPath}?code=00000-00000`);
      expect([wrong.status, await wrong.json()]).toMatchObject([403, { title: /not known/ }]);
      expect((await fetch(`${home.url}${glowPath}`)).status).toBe(403);
      for (let tries = 0; tries < 10; tries += 1)
        await fetch(`${home.url}${glowPath}?code=11111-1111${tries}`);
      const slowed = await fetch(`${home.url}${glowPath}?code=${await home.code()}`);
      expect(slowed.status).toBe(429);
      expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
