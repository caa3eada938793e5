import { once } from 'node:events';
import { HttpTransportType } from '@microsoft/signalr';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serveHub } from './hub-server.ts';
import { closing, publicClient } from './public-client.ts';

const methods = { whoAmI: (caller: { user: string }) => caller.user };

describe('[HUB-1] the unmodified public client', () => {
  test('negotiates, opens a WebSocket and is known by the negotiated id', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url);
    await client.start();
    expect([...server.hub.connections.keys()]).toEqual([client.connectionId]);
    await client.stop();
  });

  test('connects without negotiation', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url, { skipNegotiation: true });
    await client.start();
    expect(await client.invoke('whoAmI')).toBe('anyone');
    await client.stop();
  });

  test('finds the WebSocket automatically when every transport is allowed', async () => {
    await using server = await serveHub({ methods });
    const all =
      HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents | HttpTransportType.LongPolling;
    const client = publicClient(server.url, { transport: all });
    await client.start();
    expect(await client.invoke('whoAmI')).toBe('anyone');
    await client.stop();
  });

  test('is who its access token says', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url, { accessTokenFactory: () => 'ada' });
    await client.start();
    expect(await client.invoke('whoAmI')).toBe('ada');
    await client.stop();
  });

  test('gets an error when it is not admitted', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url, { accessTokenFactory: () => 'nobody' });
    await expect(client.start()).rejects.toThrow("Status code '401'");
  });

  test('gets the reason when a negotiation failed', async () => {
    await using server = await serveHub({ methods });
    await server.hub.close();
    await expect(publicClient(server.url).start()).rejects.toThrow('The server is closing.');
  });

  test('comes back under a new id when it is invited to', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url, { reconnectMs: [0] });
    const back = new Promise<string | undefined>((resolve) => client.onreconnected(resolve));
    await client.start();
    const first = client.connectionId ?? '';
    server.hub.connections.get(first)?.close({ allowReconnect: true });
    const second = await back;
    expect(second).not.toBe(first);
    expect([...server.hub.connections.keys()]).toEqual([second]);
    expect(await client.invoke('whoAmI')).toBe('anyone');
    await client.stop();
  });

  test('stays away when it is not', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url, { reconnectMs: [0] });
    const closed = closing(client);
    await client.start();
    for (const connection of server.hub.connections.values()) connection.close({ error: 'Signed out.' });
    expect(await closed).toMatchObject({ message: expect.stringContaining('Signed out.') });
    expect(client.state).toBe('Disconnected');
  });

  test('asking for stateful reconnect gets on without it', async () => {
    await using server = await serveHub({ methods });
    const client = publicClient(server.url, { statefulReconnect: true });
    await client.start();
    expect(await client.invoke('whoAmI')).toBe('anyone');
    await client.stop();
  });

  test('leaves cleanly', async () => {
    const closedByClient = Promise.withResolvers<string | undefined>();
    await using server = await serveHub({
      methods,
      onDisconnected: (_connection, why) => closedByClient.resolve(why),
    });
    const client = publicClient(server.url);
    await client.start();
    await client.stop();
    expect(await closedByClient.promise).toBeUndefined();
  });
});

/** The HTTP status that refuses a socket. */
async function rejectionOf(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers });
  const [, response] = await once(socket, 'unexpected-response');
  response.destroy();
  return response.statusCode;
}

describe('an upgrade', () => {
  test('with an unknown id is answered with 404', async () => {
    await using server = await serveHub({ methods });
    expect(await rejectionOf(`${server.url}?id=made-up`)).toBe(404);
  });

  test('with the id of an open socket is answered with 409, by another user with 403, by nobody with 401', async () => {
    await using server = await serveHub({ methods });
    const reply = await fetch(`${server.url}/negotiate?negotiateVersion=0`, { method: 'POST' });
    const { connectionId } = (await reply.json()) as { connectionId: string };
    const url = `${server.url}?id=${connectionId}`;
    const socket = new WebSocket(url.replace('http', 'ws'));
    await once(socket, 'open');
    expect(await rejectionOf(url)).toBe(409);
    expect(await rejectionOf(url, { authorization: 'Bearer eve' })).toBe(403);
    expect(await rejectionOf(`${url}&access_token=nobody`)).toBe(401);
    socket.terminate();
  });
});
