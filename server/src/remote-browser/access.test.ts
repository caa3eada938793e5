import { browserHubPath } from '@tealight/contract';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { login, openWorld } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

const negotiate = (url: string, init: RequestInit = {}) =>
  fetch(`${url}${browserHubPath}/negotiate?negotiateVersion=1`, { method: 'POST', ...init });
const bearer = { authorization: 'Bearer wearer-1' };

/** The HTTP status of an upgrade; 101 when it succeeds. */
function upgrade(
  url: string,
  { query = '', origin }: { query?: string; origin?: string } = {},
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${browserHubPath}${query}`,
    origin ? { origin } : {},
  );
  socket.once('open', () => resolve(101));
  socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
  socket.once('error', () => {});
  return promise.finally(() => socket.terminate());
}

describe('[HUB-1] the hub at /browserhub', () => {
  test('negotiates WebSockets, uncached, in versions 0 and 1', async () => {
    await using world = await openWorld();
    const answer = await negotiate(world.url, { headers: bearer });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({
      negotiateVersion: 1,
      connectionToken: expect.any(String),
      availableTransports: [{ transport: 'WebSockets', transferFormats: expect.arrayContaining(['Text']) }],
    });
    const old = await fetch(`${world.url}${browserHubPath}/negotiate`, { method: 'POST', headers: bearer });
    expect(await old.json()).toMatchObject({ connectionId: expect.any(String) });
  });

  test('accepts the public client’s empty body with any content type', async () => {
    await using world = await openWorld();
    const headers = { ...bearer, 'content-type': 'text/plain;charset=UTF-8' };
    expect((await negotiate(world.url, { headers, body: '' })).status).toBe(200);
  });

  test('answers only POST', async () => {
    await using world = await openWorld();
    const answer = await negotiate(world.url, { method: 'GET', headers: bearer });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('does not handle sockets of other paths', async () => {
    await using world = await openWorld();
    const request = { url: '/other?access_token=wearer-1', headers: {} } as never;
    expect(world.browser.upgrade(request, null as never, Buffer.alloc(0))).toBe(false);
  });
});

describe('[HUB-4] the remote browser accepts', () => {
  test('signed-in clients, by header or by query', async () => {
    await using world = await openWorld();
    expect((await negotiate(world.url)).status).toBe(401);
    expect((await negotiate(world.url, { headers: { authorization: 'Bearer unknown' } })).status).toBe(401);
    expect(await upgrade(world.url)).toBe(401);
    expect(await upgrade(world.url, { query: '?access_token=wearer-1' })).toBe(101);
  });

  test('pages of its own site and of configured origins', async () => {
    await using world = await openWorld({ dependencies: { origins: ['https://app.example'] } });
    const from = async (origin: string) => {
      const { status } = await negotiate(world.url, { headers: { ...bearer, origin } });
      return [status, await upgrade(world.url, { query: '?access_token=wearer-1', origin })];
    };
    expect(await from(world.url)).toEqual([200, 101]);
    expect(await from('https://app.example')).toEqual([200, 101]);
    expect(await from('https://evil.example')).toEqual([403, 403]);
    expect(await from('null')).toEqual([403, 403]);
  });

  test('only the unchanged address of the wearer’s pending sign-in', async () => {
    await using world = await openWorld();
    await using client = await world.client('wearer-1');
    const { captchaUrl } = await world.begin(1);
    const others = (await world.begin(2)).address;
    const invalid = world.addPending(1, `${captchaUrl}&invalid`, { region: 'EU' });
    for (const address of [
      others,
      `${captchaUrl}x`,
      `${captchaUrl}#`,
      'https://evil.example/',
      '',
      invalid,
    ]) {
      const skip = client.received.length;
      await client.start(address);
      expect((await client.waitFor('SessionError', skip))[1]).toBe('not-yours');
    }
    expect(client.names()).not.toContain('SessionStarted');
  });

  test('only valid calls; the error for others names the wrong argument', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const calls: [string, ...unknown[]][] = [
      ['SendClick', 1, 2, 3],
      ['SendClick', '1', 2, 3, 4],
      ['SendClick', Number.NaN, 2, 3, 4],
      ['SendClick', 1, 2, 0, 4],
      ['SendKey', 'Control+T'],
      ['SendText', 'x'.repeat(2000)],
      ['StartCaptchaSession', {}, [], null, 1e9, -1],
      ['StartCaptchaSession'],
    ];
    for (const [method, ...args] of calls) {
      await expect(client.hub.invoke(method, ...args)).rejects.toThrow(/argument .* is not right/);
    }
    await client.hub.invoke('SendClick', 1, 2, 3, 4);
  });

  test('clients without logging their login, code or token', async () => {
    await using world = await openWorld({ carelink: { scenario: 'trusting' } });
    await using client = await world.client();
    await client.start((await world.begin(1)).address);
    await client.waitFor('PageLoaded');
    await client.hub.invoke('SendKey', 'Enter');
    const [code] = await client.waitFor('CaptchaCodeDetected');
    await expect(client.hub.invoke('SendKey', login.password)).rejects.toThrow();
    await client.hub.stop();
    const secrets = [
      login.username,
      login.password,
      String(code),
      'wearer-1',
      'access_token',
      'code_challenge',
    ];
    expect(secrets.filter((secret) => world.logged().includes(secret))).toEqual([]);
  });
});
