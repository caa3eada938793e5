import { feedPath, type GlowMessage, glowPath } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { openTestServer } from '../../test/device-server.ts';
import { eachEngine, type Open } from '../../test/engines.ts';
import { openEventSource } from '../../test/event-source.ts';

async function listen(url: string, headers: Record<string, string> = {}) {
  const feed = await openEventSource(url, headers);
  const glows = () =>
    feed.received.events
      .filter(({ data }) => data.startsWith('{'))
      .map(({ data }) => JSON.parse(data) as GlowMessage);
  return { ...feed, glows };
}

const testServer = async (open: Open) => openTestServer(await open());

describe('[DEV-2] a device on server-sent events', () => {
  eachEngine((open) => {
    test('is sent the glow at once and every new reading, and counts while it listens', async () => {
      await using home = await testServer(open);
      await home.keep(112, 60_000);
      const feed = await listen(`${home.url}${feedPath}?code=${await home.code()}&id=page`);
      expect(feed.answer.headers.get('content-type')).toBe('text/event-stream');
      expect(feed.answer.headers.get('access-control-allow-origin')).toBe('*');
      await vi.waitFor(() => expect(feed.glows().map(({ value }) => value)).toEqual([112]));
      expect(String(feed.received.retryMs)).toMatch(/^\d{4,5}$/);
      await home.keep(200);
      await vi.waitFor(() => expect(feed.glows().at(-1)).toMatchObject({ value: 200, zone: 'high' }));
      await vi.waitFor(async () => expect(await home.devices.live(home.ada)).toBe(1));
      feed.close();
      await vi.waitFor(async () => expect(await home.devices.live(home.ada)).toBe(0));
    });

    test('with a wrong code gets a problem, and its client does not retry', async () => {
      await using home = await testServer(open);
      const { answer } = await listen(`${home.url}${feedPath}?code=00000-00000`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        403,
        'application/problem+json; charset=utf-8',
      ]);
    });

    test('is disconnected when its code is replaced', async () => {
      await using home = await testServer(open);
      const old = await home.code();
      const feed = await listen(`${home.url}${feedPath}`, { authorization: `Bearer ${old}` });
      await vi.waitFor(() => expect(feed.glows().length).toBe(1));
      await home.store.wearers.renewCode(home.ada);
      await home.devices.disconnectCode(home.ada, old);
      await vi.waitFor(() => expect(feed.received.ended).toBe(true));
      expect(feed.received.events.at(-1)).toEqual({ name: 'end', data: 'wrong-code' });
    });
  });
});

describe('[DEV-2] a device that polls', () => {
  eachEngine((open) => {
    test('gets the glow with an ETag, and 304 when it has not changed', async () => {
      await using home = await testServer(open);
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
      await using home = await testServer(open);
      await home.keep(100, 6 * 60_000);
      await home.keep(101, 60_000);
      const answer = await fetch(`${home.url}${glowPath}?code=${await home.code()}`);
      const [, seconds] = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
      expect(Number(seconds)).toBeGreaterThan(250);
      expect(Number(seconds)).toBeLessThanOrEqual(260);
    });

    test('[DEV-1] a device that keeps trying an old code keeps no other out of its network', async () => {
      await using home = await testServer(open);
      // More than are free.
      for (let time = 0; time < 15; time += 1)
        expect((await fetch(`${home.url}${glowPath}?code=00000-00000`)).status).toBe(403);
      expect((await fetch(`${home.url}${glowPath}?code=${await home.code()}`)).status).toBe(200);
    });

    test('with a wrong code or none gets a problem, and is slowed down when it continues', async () => {
      await using home = await testServer(open);
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
