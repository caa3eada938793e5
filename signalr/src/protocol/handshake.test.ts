import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousClientAt, HANDSHAKE, settled } from '../../test/scripted-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the handshake', () => {
  test('a client that asks for json version 1 is answered with an empty record', () => {
    const { socket, hub } = anonymousClientAt();
    socket.say(HANDSHAKE);
    expect(socket.sent).toEqual(['{}\u001e']);
    expect([...hub.connections.values()].map(({ user }) => user)).toEqual(['ada']);
  });

  test('fields nobody knows are disregarded', () => {
    const { socket } = anonymousClientAt();
    socket.say({ ...HANDSHAKE, color: 'blue' });
    expect(socket.records).toEqual([{}]);
  });

  test('hub messages that follow in the same socket message are heard', async () => {
    const { socket } = anonymousClientAt({ methods: { echo: (_caller, text) => text } });
    socket.say(HANDSHAKE, { type: 1, invocationId: '0', target: 'echo', arguments: ['hello'] });
    await settled();
    expect(socket.records).toEqual([{}, { type: 3, invocationId: '0', result: 'hello' }]);
  });

  test.each([
    ['another protocol', { protocol: 'messagepack', version: 1 }, "This hub speaks 'json'."],
    ['a version of stateful reconnect', { protocol: 'json', version: 2 }, "'json' version 1."],
    ['a version that is a string', { protocol: 'json', version: '1' }, "'json' version 1."],
    ['a hub message', { type: 6 }, 'The first record must be the handshake'],
    ['an array', [HANDSHAKE], 'not a JSON object'],
    ['null', null, 'not a JSON object'],
  ])('%s is refused with an error, then closed', (_what, record, text) => {
    const { socket, hub } = anonymousClientAt();
    socket.say(record);
    expect(socket.records).toEqual([{ error: expect.stringContaining(text) }]);
    expect(socket.closedWith?.code).toBe(1002);
    expect(hub.connections.size).toBe(0);
  });

  test.each([
    ['', 'record separator'],
    ['{"protocol":"json","version":1}', 'record separator'],
    ['json please\u001e', 'not valid JSON'],
  ])('the text %j is refused with an error', (text, why) => {
    const { socket } = anonymousClientAt();
    socket.sayText(text);
    expect(socket.records).toEqual([{ error: expect.stringContaining(why) }]);
    expect(socket.closedWith?.code).toBe(1002);
  });

  test('what a refused client sent is not repeated to it', () => {
    const { socket } = anonymousClientAt();
    socket.say({ protocol: '<script>', version: 1 });
    expect(socket.sent.join()).not.toContain('<script>');
  });

  test('a client without a handshake is closed after 15 seconds, without a record', () => {
    const { socket } = anonymousClientAt();
    vi.advanceTimersByTime(14_999);
    expect(socket.closedWith).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(socket.closedWith).toEqual({ code: 1002, reason: 'No handshake in time.' });
    expect(socket.sent).toEqual([]);
  });

  test('no ping goes out before the handshake', () => {
    const { socket } = anonymousClientAt({ keepAliveMs: 100 });
    vi.advanceTimersByTime(1_000);
    expect(socket.sent).toEqual([]);
  });

  test('no hook runs for a client without one', async () => {
    const onConnected = vi.fn();
    const onDisconnected = vi.fn();
    const { socket } = anonymousClientAt({ onConnected, onDisconnected });
    socket.drop(1006);
    await settled();
    expect([onConnected.mock.calls, onDisconnected.mock.calls]).toEqual([[], []]);
  });
});
