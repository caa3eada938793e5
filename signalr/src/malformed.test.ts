import { describe, expect, test } from 'vitest';
import { clientAt } from '../test/scripted-client.ts';
import type { SocketData } from './connection/socket.ts';

const call = { type: 1, target: 'x', arguments: [] };

describe('a client that breaks the rules gets the reason and is closed', () => {
  test.each([
    ['a record without its separator', '{"type":6}', 'record separator'],
    ['an empty message', '', 'record separator'],
    ['a record cut in two', '{"type":6}\u001e{"typ', 'record separator'],
    ['an empty record', '\u001e', 'not valid JSON'],
    ['no JSON', 'hello\u001e', 'not valid JSON'],
    ['a JSON number', '6\u001e', 'not a JSON object'],
    ['a JSON array', '[6]\u001e', 'not a JSON object'],
  ])('%s', (_what, text, why) => {
    const { socket } = clientAt();
    socket.sayText(text);
    const error = expect.stringMatching(new RegExp(`^Connection closed with an error\\. .*${why}`));
    expect(socket.records).toEqual([{ type: 7, error }]);
    expect(socket.closedWith?.code).toBe(1002);
  });

  test.each([
    ['type', {}],
    ['type', { type: '6' }],
    ['target', { ...call, target: undefined }],
    ['target', { ...call, target: '' }],
    ['target', { ...call, target: 7 }],
    ['arguments', { ...call, arguments: undefined }],
    ['arguments', { ...call, arguments: { length: 1 } }],
    ['invocationId', { ...call, invocationId: 7 }],
    ['invocationId', { ...call, invocationId: '' }],
    ['invocationId', { ...call, type: 4 }],
    ['streamIds', { ...call, streamIds: 'a' }],
    ['streamIds', { ...call, streamIds: [1] }],
    ['item', { type: 2, invocationId: '1' }],
    ['invocationId', { type: 2, item: null }],
    ['invocationId', { type: 3 }],
    ['error', { type: 3, invocationId: '1', error: 7 }],
    ['result', { type: 3, invocationId: '1', error: 'no', result: 1 }],
    ['invocationId', { type: 5 }],
    ['error', { type: 7, error: {} }],
  ])("a wrong '%s' in %j", (field, message) => {
    const { socket } = clientAt();
    socket.say(message);
    expect(socket.records).toEqual([{ type: 7, error: expect.stringContaining(`'${field}'`) }]);
    expect(socket.closedWith?.code).toBe(1002);
  });

  test.each<[string, SocketData, boolean, number]>([
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x1e), false, 1007],
    ['a binary message', Buffer.from('{"type":6}\u001e'), true, 1003],
    ['more bytes than allowed', Buffer.alloc(32 * 1024 + 1, 0x20), false, 1009],
    [
      'more bytes than allowed, in pieces',
      [Buffer.alloc(20_000, 0x20), Buffer.alloc(20_000, 0x20)],
      false,
      1009,
    ],
    ['few characters of many bytes', '€'.repeat(11_000), false, 1009],
  ])('%s', (_what, data, isBinary, code) => {
    const { socket } = clientAt();
    socket.sayData(data, isBinary);
    expect(socket.records).toEqual([{ type: 7, error: expect.any(String) }]);
    expect(socket.closedWith?.code).toBe(code);
  });

  test('and what follows in the same message is not heard', () => {
    const heard: unknown[] = [];
    const { socket } = clientAt({ methods: { x: () => heard.push('x') } });
    socket.say({ type: 'wrong' }, call);
    expect(heard).toEqual([]);
  });
});

describe('these are heard all the same', () => {
  const ping = Buffer.from('{"type":6}\u001e');
  const euro = Buffer.from('{"type":6,"a":"€"}\u001e');

  test.each<[string, SocketData]>([
    ['a string', ping.toString()],
    ['an array buffer', new Uint8Array(ping).buffer],
    ['pieces that cut a character in two', [euro.subarray(0, 17), euro.subarray(17)]],
    ['a message of exactly the allowed size', Buffer.from(`{"type":6${' '.repeat(32 * 1024 - 11)}}\u001e`)],
  ])('%s', (_what, data) => {
    const { socket } = clientAt();
    socket.sayData(data, false);
    expect(socket.closedWith).toBeUndefined();
  });

  test.each([
    ['an unknown type', { type: 42 }],
    ['an acknowledgement of stateful reconnect', { type: 8, sequenceId: 1 }],
    ['a sequence of stateful reconnect', { type: 9, sequenceId: 1 }],
    ['an item of a stream nobody reads', { type: 2, invocationId: '9', item: 1 }],
    ['the end of a stream nobody reads', { type: 3, invocationId: '9' }],
  ])('%s is ignored and logged', (_what, message) => {
    const { socket, events } = clientAt();
    socket.say(message);
    expect(socket.sent).toEqual([]);
    expect(socket.closedWith).toBeUndefined();
    expect(events.at(-1)).toMatchObject({ event: 'record-ignored' });
  });

  test.each([
    ['a cancel of an unknown call', { type: 5, invocationId: '9' }],
    ['headers', { type: 6, headers: { a: 'b' } }],
    ['a field nobody knows', { type: 6, color: 'blue' }],
  ])('%s', (_what, message) => {
    const { socket } = clientAt();
    socket.say(message);
    expect(socket.sent).toEqual([]);
    expect(socket.closedWith).toBeUndefined();
  });
});
