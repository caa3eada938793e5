import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientAt, HANDSHAKE, settled, strangerAt } from '../test/scripted-client.ts';
import { ScriptedSocket } from '../test/scripted-socket.ts';
import { createHub, HubError } from './index.ts';

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
  ])('is told once when %s', async (_how, leave, reason) => {
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
    const told: string[] = [];
    const gate = Promise.withResolvers<void>();
    const { socket } = clientAt({
      methods: {
        slow: () => gate.promise.then(() => void told.push('slow is done')),
        next: () => told.push('next'),
      },
      onDisconnected: () => told.push('farewell'),
    });
    await settled();
    socket.say({ type: 1, target: 'slow', arguments: [] }, { type: 1, target: 'next', arguments: [] });
    socket.drop(1005);
    await settled();
    expect(told).toEqual([]);
    gate.resolve();
    await settled();
    expect(told).toEqual(['slow is done', 'farewell']);
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
    const farewell = Promise.withResolvers<void>();
    const { hub, socket } = clientAt({ onDisconnected: () => farewell.promise });
    socket.polite = false;
    const closed = vi.fn();
    void hub.close({ allowReconnect: true }).then(closed);
    expect(socket.records).toEqual([{ type: 7, allowReconnect: true }]);
    socket.drop(1000);
    await settled();
    expect(closed).not.toHaveBeenCalled();
    farewell.resolve();
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
    const { hub, socket } = strangerAt();
    await hub.close();
    expect(socket.sent).toEqual([]);
    expect(socket.closedWith).toEqual({ code: 1001, reason: 'The server is closing.' });
  });

  test('lets nobody in, by whatever door', async () => {
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
