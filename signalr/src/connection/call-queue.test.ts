import { describe, expect, test } from 'vitest';
import { clientAt, settled } from '../../test/scripted-client.ts';

/** A method that finishes when the test says so. */
function slowMethod() {
  const released = Promise.withResolvers<string>();
  return { method: () => released.promise, finish: () => released.resolve('done') };
}

const invoke = (invocationId: string, target: string) => ({ type: 1, invocationId, target, arguments: [] });

describe('the calls of one connection', () => {
  test('run one after the other, in the order they came', async () => {
    const { method, finish } = slowMethod();
    const { socket } = clientAt({ methods: { slow: method, fast: () => 'fast' } });
    socket.say(invoke('1', 'slow'), invoke('2', 'fast'));
    await settled();
    expect(socket.records).toEqual([]);
    finish();
    await settled();
    expect(socket.records).toMatchObject([{ invocationId: '1' }, { invocationId: '2' }]);
  });

  test('do not wait for those of another connection', async () => {
    const { method } = slowMethod();
    const methods = { slow: method, fast: () => 'fast' };
    const busy = clientAt({ methods });
    const other = clientAt({ methods });
    busy.socket.say(invoke('1', 'slow'));
    other.socket.say(invoke('1', 'fast'));
    await settled();
    expect(other.socket.records).toMatchObject([{ result: 'fast' }]);
  });

  test('a long one does not keep pings, cancels and rejections from being read', async () => {
    const { method, finish } = slowMethod();
    const { socket } = clientAt({ methods: { slow: method } });
    socket.say(invoke('1', 'slow'), { type: 6 }, { type: 5, invocationId: '1' }, invoke('2', 'missing'));
    await settled();
    expect(socket.records).toMatchObject([{ invocationId: '2', error: "Unknown hub method 'missing'" }]);
    finish();
    await settled();
    expect(socket.records.at(-1)).toEqual({ type: 3, invocationId: '1', result: 'done' });
  });

  test('wait for the greeting', async () => {
    const released = Promise.withResolvers<void>();
    const { socket } = clientAt({ onConnected: () => released.promise, methods: { fast: () => 'fast' } });
    socket.say(invoke('1', 'fast'));
    await settled();
    expect(socket.records).toEqual([]);
    released.resolve();
    await settled();
    expect(socket.records).toMatchObject([{ result: 'fast' }]);
  });

  test('a second one under an id that still waits is a fault', async () => {
    const { method } = slowMethod();
    const { socket } = clientAt({ methods: { slow: method } });
    socket.say(invoke('1', 'slow'), invoke('1', 'slow'));
    expect(socket.records).toEqual([{ type: 7, error: expect.stringContaining("'invocationId'") }]);
  });

  test('an id may be used again after its answer', async () => {
    const { socket } = clientAt({ methods: { fast: () => 'fast' } });
    socket.say(invoke('1', 'fast'));
    await settled();
    socket.say(invoke('1', 'fast'));
    await settled();
    expect(socket.records).toMatchObject([{ result: 'fast' }, { result: 'fast' }]);
  });

  test('too many waiting end the connection, and none of them is run', async () => {
    const { method, finish } = slowMethod();
    let runs = 0;
    const { socket } = clientAt({ maxWaitingCalls: 2, methods: { slow: method, count: () => runs++ } });
    await settled();
    socket.say(invoke('1', 'slow'), invoke('2', 'count'), invoke('3', 'count'), invoke('4', 'count'));
    expect(socket.records).toEqual([{ type: 7, error: expect.stringContaining('Too many calls') }]);
    expect(socket.closedWith?.code).toBe(1008);
    finish();
    await settled();
    expect(runs).toBe(0);
  });
});
