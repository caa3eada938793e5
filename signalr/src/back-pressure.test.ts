import { describe, expect, test } from 'vitest';
import { clientAt, settled } from '../test/scripted-client.ts';
import type { Connection, HubOptions } from './index.ts';

function stuckClient(options: Partial<HubOptions> = {}) {
  const scripted = clientAt(options);
  scripted.socket.flowing = false;
  const [connection] = scripted.hub.connections.values();
  if (connection === undefined) throw new Error('not connected');
  return { ...scripted, connection };
}

/** What `drained` has said so far: null while it waits. */
function drainOf(connection: Connection): { closeReason: boolean | null } {
  const drain: { closeReason: boolean | null } = { closeReason: null };
  void connection.drained().then((closeReason) => {
    drain.closeReason = closeReason;
  });
  return drain;
}

describe('drained', () => {
  test('is said at once when nothing waits', async () => {
    const { connection } = stuckClient();
    expect(await connection.drained()).toBe(true);
  });

  test('is said when the network has taken everything sent before', async () => {
    const { connection, socket } = stuckClient();
    connection.send('frame', 'one');
    connection.send('frame', 'two');
    const drain = drainOf(connection);
    socket.take(1);
    await settled();
    expect(drain.closeReason).toBeNull();
    socket.take();
    await settled();
    expect(drain.closeReason).toBe(true);
  });

  test('is said to be hopeless when the connection ends', async () => {
    const { connection, socket } = stuckClient();
    connection.send('frame', 'one');
    const drain = drainOf(connection);
    socket.drop(1006);
    await settled();
    expect(drain.closeReason).toBe(false);
    expect(await connection.drained()).toBe(false);
  });

  test('keeps a producer that waits for it from ever queueing a second frame', async () => {
    const { connection, socket } = stuckClient();
    const produce = async () => {
      for (let frame = 0; await connection.drained(); frame += 1) connection.send('frame', frame);
    };
    const producing = produce();
    for (let times = 0; times < 10; times += 1) {
      await settled();
      expect(socket.sent.length).toBe(times + 1);
      socket.take();
    }
    socket.drop(1006);
    await producing;
  });
});

describe('bufferedBytes', () => {
  test('are what the socket has not handed on', () => {
    const { connection, socket } = stuckClient();
    expect(connection.bufferedBytes).toBe(0);
    connection.send('x', 'é');
    expect(connection.bufferedBytes).toBe(Buffer.byteLength(socket.sent[0] ?? ''));
    socket.take();
    expect(connection.bufferedBytes).toBe(0);
  });
});

describe('a client that does not read', () => {
  test('is closed at the first send beyond the limit, and may come back', () => {
    const { connection, socket, hub } = stuckClient({ maxBufferedBytes: 1_000 });
    expect(connection.send('blob', 'x'.repeat(2_000))).toBe(true);
    expect(connection.send('tick')).toBe(false);
    expect(socket.records.slice(1)).toEqual([
      { type: 7, error: 'The client takes messages too slowly.', allowReconnect: true },
    ]);
    expect(socket.closedWith?.code).toBe(1008);
    expect(hub.connections.size).toBe(0);
  });

  test('but keeps asking is closed by its own answers', async () => {
    const { socket } = stuckClient({ maxBufferedBytes: 1_000, methods: { page: () => 'x'.repeat(600) } });
    for (let id = 0; id < 5; id += 1)
      socket.say({ type: 1, invocationId: `${id}`, target: 'page', arguments: [] });
    await settled();
    expect(socket.closedWith?.code).toBe(1008);
    expect(socket.sent.length).toBe(3);
  });
});

test('what JSON cannot say is reported to the sender, not to the client', () => {
  const { connection, socket } = stuckClient();
  expect(() => connection.send('x', 1n)).toThrow(TypeError);
  expect(socket.sent).toEqual([]);
});
