import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type HubServer, serveHub } from './hub-server.ts';

const HANDSHAKE = '{"protocol":"json","version":1}\u001e';

/** A bare WebSocket after its handshake, and our end of it. */
async function shaken(server: HubServer) {
  const socket = new WebSocket(server.url.replace('http', 'ws'));
  await once(socket, 'open');
  socket.send(HANDSHAKE);
  await once(socket, 'message');
  const [connection] = server.hub.connections.values();
  if (connection === undefined) throw new Error('not connected');
  return { socket, connection };
}

describe('a client on a real socket', () => {
  test('that stops reading holds the sender back until it reads again', async () => {
    await using server = await serveHub({ methods: {} });
    const { socket, connection } = await shaken(server);
    socket.pause();
    const megabyte = 'x'.repeat(1_000_000);
    let sent = 0;
    while (sent < 100 && connection.bufferedBytes === 0) {
      connection.send('frame', megabyte);
      await new Promise((resolve) => setImmediate(resolve));
      sent += 1;
    }
    const drained = connection.drained();
    const first = await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 50, 'waiting'))]);
    expect([first, sent < 100]).toEqual(['waiting', true]);
    socket.resume();
    expect(await drained).toBe(true);
    expect(connection.bufferedBytes).toBe(0);
    socket.terminate();
  });

  test('that vanishes is reported as disconnected', async () => {
    const gone = Promise.withResolvers<string | undefined>();
    await using server = await serveHub({
      methods: {},
      onDisconnected: (_connection, why) => gone.resolve(why),
    });
    const { socket } = await shaken(server);
    socket.terminate();
    expect(await gone.promise).toBe('The socket closed with code 1006.');
    expect(server.hub.connections.size).toBe(0);
  });

  test.each<[string, (socket: WebSocket) => void, number]>([
    ['more than the socket itself takes', (socket) => socket.send('x'.repeat(300_000)), 1009],
    ['more than the hub takes', (socket) => socket.send('x'.repeat(40_000)), 1009],
    ['binary', (socket) => socket.send(Buffer.from('{"type":6}\u001e')), 1003],
    ['nonsense', (socket) => socket.send('nonsense'), 1002],
    ['text that is no UTF-8', (socket) => socket.send(Buffer.from([0xff]), { binary: false }), 1007],
  ])('that sends %s is closed, and others are served on', async (_what, misbehave, code) => {
    await using server = await serveHub({ methods: {} });
    const { socket } = await shaken(server);
    misbehave(socket);
    const [closedWith] = await once(socket, 'close');
    expect(closedWith).toBe(code);
    const other = await shaken(server);
    expect(server.hub.connections.size).toBe(1);
    other.socket.terminate();
  });

  test('that only opened its socket is closed when the hub closes', async () => {
    await using server = await serveHub({ methods: {} });
    const socket = new WebSocket(server.url.replace('http', 'ws'));
    await once(socket, 'open');
    void server.hub.close();
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([1001, 'The server is closing.']);
  });
});
