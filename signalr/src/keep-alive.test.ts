import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientAt } from '../test/scripted-client.ts';
import { createHub } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PING = '{"type":6}\u001e';
const soleConnection = ({ hub }: ReturnType<typeof clientAt>) => [...hub.connections.values()][0];

describe('the hub pings', () => {
  test('whenever it sent nothing for 15 seconds', () => {
    const { socket } = clientAt({ clientTimeoutMs: 500_000 });
    vi.advanceTimersByTime(14_999);
    expect(socket.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(socket.sent).toEqual([PING]);
    vi.advanceTimersByTime(30_000);
    expect(socket.sent).toEqual([PING, PING, PING]);
  });

  test('not while other records go out', () => {
    const scripted = clientAt({ clientTimeoutMs: 500_000 });
    vi.advanceTimersByTime(14_000);
    soleConnection(scripted)?.send('tick');
    vi.advanceTimersByTime(14_000);
    expect(scripted.socket.sent).not.toContain(PING);
    vi.advanceTimersByTime(1_000);
    expect(scripted.socket.sent.at(-1)).toBe(PING);
  });

  test('no more once the connection has ended', () => {
    const { socket } = clientAt();
    socket.drop(1006);
    vi.advanceTimersByTime(60_000);
    expect(socket.sent).toEqual([]);
  });
});

describe('a client', () => {
  test('silent for 30 seconds is closed, and may come back', () => {
    const { socket, hub } = clientAt();
    vi.advanceTimersByTime(29_999);
    expect(socket.closedWith).toBeUndefined();
    vi.advanceTimersByTime(1);
    const error = 'The client sent nothing for 30000 ms.';
    expect(socket.records.at(-1)).toEqual({ type: 7, error, allowReconnect: true });
    expect(socket.closedWith?.code).toBe(1000);
    expect(hub.connections.size).toBe(0);
  });

  test('with a time-out of 500 seconds may be silent for so long', () => {
    const { socket } = clientAt({ clientTimeoutMs: 500_000 });
    vi.advanceTimersByTime(499_999);
    expect(socket.closedWith).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(socket.closedWith).toBeDefined();
  });

  test.each([
    ['a ping', { type: 6 }],
    ['any other record', { type: 42 }],
  ])('that sends %s in time stays', (_what, message) => {
    const { socket } = clientAt();
    for (let times = 0; times < 5; times += 1) {
      vi.advanceTimersByTime(29_000);
      socket.say(message);
    }
    expect(socket.closedWith).toBeUndefined();
  });

  test('is not kept by what we send', () => {
    const scripted = clientAt();
    for (let times = 0; times < 3; times += 1) {
      vi.advanceTimersByTime(10_000);
      soleConnection(scripted)?.send('tick');
    }
    expect(scripted.socket.closedWith).toBeDefined();
  });

  test('that never answers our closing is dropped after five seconds', () => {
    const scripted = clientAt();
    scripted.socket.polite = false;
    soleConnection(scripted)?.close();
    vi.advanceTimersByTime(4_999);
    expect(scripted.socket.terminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(scripted.socket.terminated).toBe(true);
  });
});

test('no timer is left behind', async () => {
  const { socket } = clientAt();
  socket.drop(1005);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['keepAliveMs', 0],
  ['clientTimeoutMs', 2 ** 31],
  ['maxMessageBytes', 1.5],
  ['handshakeTimeoutMs', Number.NaN],
])('a hub is not made with a %s of %d', (limit, value) => {
  expect(() => createHub({ methods: {}, [limit]: value })).toThrow(
    `The hub's ${limit} must be a whole number`,
  );
});
