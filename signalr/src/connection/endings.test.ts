import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousClientAt, clientAt, HANDSHAKE, settled } from '../../test/scripted-client.ts';
import { ScriptedSocket } from '../../test/scripted-socket.ts';
import { createHub, HubError } from '../index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a connection closed by the server', () => {
  test.each([
    [undefined, { type: 7 }],
    [{}, { type: 7 }],
    [{ error: 'Signed out.' }, { type: 7, error: 'Signed out.' }],
    [{ allowReconnect: false }, { type: 7 }],
    [{ allowReconnect: true }, { type: 7, allowReconnect: true }],
  ])('with %j gets its last record, then the close', async (ending, record) => {
    const { socket, hub } = clientAt();
    const [connection] = hub.connections.values();
    connection?.close(ending);
    connection?.close({ error: 'again' });
    expect(socket.records).toEqual([record]);
    expect(socket.closedWith?.code).toBe(1000);
    expect(connection?.signal.aborted).toBe(true);
    expect(connection?.send('late')).toBe(false);
    expect(hub.connections.size).toBe(0);
  });
});

describe('onDisconnected', () => {
  test.each<[string, (socket: ScriptedSocket) => void, string | undefined]>([
    ['the client closes its socket', (socket) => socket.drop(1005), undefined],
    ['the client says goodbye', (socket) => socket.say({ type: 7 }), undefined],
    [
      'the client gives up',
      (socket) => socket.say({ type: 7, error: 'no more' }),
      'The client closed with an error.',
    ],
    ['the line breaks', (socket) => socket.drop(1006), 'The socket closed with code 1006.'],
    ['the client talks nonsense', (socket) => socket.sayText('?\u001e'), 'The record is not valid JSON.'],
  ])('is reported once when %s', async (_how, leave, reason) => {
    const onDisconnected = vi.fn();
    const { socket, hub, events } = clientAt({ onDisconnected });
    const [connection] = hub.connections.values();
    await settled();
    leave(socket);
    socket.drop(1006);
    await settled();
    expect(onDisconnected.mock.calls).toEqual([[connection, reason]]);
    expect(events.filter(({ event }) => event === 'disconnected')).toMatchObject([
      { connectionId: connection?.id },
    ]);
  });

  test('comes after the call in progress, and calls that still wait are forgotten', async () => {
    const received: string[] = [];
    const released = Promise.withResolvers<void>();
    const { socket } = clientAt({
      methods: {
        slow: () => released.promise.then(() => void received.push('slow is done')),
        next: () => received.push('next'),
      },
      onDisconnected: () => received.push('disconnected'),
    });
    await settled();
    socket.say({ type: 1, target: 'slow', arguments: [] }, { type: 1, target: 'next', arguments: [] });
    socket.drop(1005);
    await settled();
    expect(received).toEqual([]);
    released.resolve();
    await settled();
    expect(received).toEqual(['slow is done', 'disconnected']);
  });

  test('comes after a method that closes its own connection', async () => {
    const events: string[] = [];
    const released = Promise.withResolvers<void>();
    const { socket } = clientAt({
      methods: {
        leave: async (connection) => {
          connection.close();
          await released.promise;
          events.push('leave is done');
        },
      },
      onDisconnected: () => events.push('disconnected'),
    });
    await settled();
    socket.say({ type: 1, target: 'leave', arguments: [] });
    await settled();
    expect(events).toEqual([]);
    released.resolve();
    await settled();
    expect(events).toEqual(['leave is done', 'disconnected']);
  });

  test('comes after an onConnected that closes the connection', async () => {
    const events: string[] = [];
    const { socket } = anonymousClientAt({
      onConnected: async (connection) => {
        connection.close();
        await Promise.resolve();
        events.push('connected is done');
      },
      onDisconnected: () => events.push('disconnected'),
    });
    socket.say(HANDSHAKE);
    await settled();
    expect(events).toEqual(['connected is done', 'disconnected']);
  });

  test('may fail, which is logged', async () => {
    const error = new Error('oops');
    const { socket, events } = clientAt({ onDisconnected: () => Promise.reject(error) });
    socket.drop(1005);
    await settled();
    expect(events.at(-1)).toMatchObject({ event: 'failed', error });
  });
});

test('what a client says after its goodbye is not heard', async () => {
  const { socket, events } = clientAt();
  socket.polite = false;
  socket.say({ type: 7 }, { type: 42 });
  socket.say({ type: 42 });
  await settled();
  expect(events.map(({ event }) => event)).toEqual(['connected', 'disconnected']);
});

describe('onConnected', () => {
  test.each([
    [new HubError('No more than two windows.'), 'No more than two windows.'],
    [new Error('secret'), 'Connection closed with an error.'],
  ])('that throws %s closes the connection', async (error, text) => {
    const { socket } = clientAt({ onConnected: () => Promise.reject(error) });
    await settled();
    expect(socket.records).toEqual([{ type: 7, error: text }]);
  });
});

describe('a hub that closes', () => {
  test('tells everyone, and waits for their sockets and farewells', async () => {
    const onDisconnectedDone = Promise.withResolvers<void>();
    const { hub, socket } = clientAt({ onDisconnected: () => onDisconnectedDone.promise });
    socket.polite = false;
    const closed = vi.fn();
    void hub.close({ allowReconnect: true }).then(closed);
    expect(socket.records).toEqual([{ type: 7, allowReconnect: true }]);
    socket.drop(1000);
    await settled();
    expect(closed).not.toHaveBeenCalled();
    onDisconnectedDone.resolve();
    await settled();
    expect(closed).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not wait for ever', async () => {
    const { hub, socket } = clientAt({ onDisconnected: () => new Promise(() => {}) });
    socket.polite = false;
    const closed = hub.close();
    await vi.advanceTimersByTimeAsync(5_000);
    await closed;
    expect(socket.terminated).toBe(true);
  });

  test('closes those without a handshake by the socket alone', async () => {
    const { hub, socket } = anonymousClientAt();
    await hub.close();
    expect(socket.sent).toEqual([]);
    expect(socket.closedWith).toEqual({ code: 1001, reason: 'The server is closing.' });
  });

  test('accepts no connection of any kind', async () => {
    const hub = createHub({ methods: {} });
    const admission = hub.admit({ user: 'ada', connectionToken: null });
    hub.negotiate({ user: 'ada', version: '1' });
    await hub.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(hub.negotiate({ user: 'ada', version: '1' }).body).toEqual({ error: 'The server is closing.' });
    expect(hub.admit({ user: 'ada', connectionToken: null })).toEqual({ status: 503 });
    const late = new ScriptedSocket();
    if (admission.status === 101) hub.accept(late, admission.ticket);
    late.say(HANDSHAKE);
    expect([late.closedWith?.code, hub.connections.size]).toEqual([1001, 0]);
  });

  test('by leaving its scope invites everyone to come back', async () => {
    const { hub, socket } = clientAt();
    {
      await using closing = hub;
      expect(closing.connections.size).toBe(1);
    }
    expect(socket.records).toEqual([{ type: 7, allowReconnect: true }]);
  });
});

test('a socket that fails is logged and does no harm', () => {
  const { socket, events } = clientAt();
  const error = new Error('bad frame');
  socket.fail(error);
  expect(events.at(-1)).toMatchObject({ event: 'socket-failed', error });
});
