import { describe, expect, test } from 'vitest';
import { clientAt, settled } from '../../test/scripted-client.ts';
import { createHub, HubError } from '../index.ts';

const invoke = (target: string, ...args: unknown[]) => ({
  type: 1,
  invocationId: '7',
  target,
  arguments: args,
});

async function answersTo(target: string, method: (...args: unknown[]) => unknown): Promise<unknown[]> {
  const { socket } = clientAt({ methods: { [target]: (_caller, ...args) => method(...args) } });
  socket.say(invoke(target));
  await settled();
  return socket.records;
}

describe('a call', () => {
  test.each<[string, unknown, object]>([
    ['a value', { a: [1, 'é\n'] }, { result: { a: [1, 'é\n'] } }],
    ['nothing', undefined, {}],
    ['null', null, { result: null }],
    ['a promise', Promise.resolve(3), { result: 3 }],
    ['a function, which JSON does not know', () => 1, {}],
  ])('of a method that returns %s is completed once', async (_what, returned, outcome) => {
    const answers = await answersTo('give', () => returned);
    expect(answers).toEqual([{ type: 3, invocationId: '7', ...outcome }]);
  });

  test('finds its method ignoring case', async () => {
    const { socket } = clientAt({ methods: { Hello: (_caller, name) => `hello ${name}` } });
    socket.say(invoke('hELLO', 'bob'));
    await settled();
    expect(socket.records).toMatchObject([{ result: 'hello bob' }]);
  });

  test.each(['missing', 'constructor', '__proto__', 'toString'])('of %s is an unknown method', (target) => {
    const { socket, events } = clientAt();
    socket.say(invoke(target));
    expect(socket.records).toEqual([{ type: 3, invocationId: '7', error: `Unknown hub method '${target}'` }]);
    expect(events.at(-1)).toMatchObject({ event: 'call-refused', method: target });
  });

  test('hides an unexpected error from the client and shows it to the log', async () => {
    const error = new Error('disk 7 is full');
    const { socket, events } = clientAt({ methods: { save: () => Promise.reject(error) } });
    socket.say(invoke('save', 'secret'));
    await settled();
    const text = "An unexpected error occurred invoking 'save' on the server.";
    expect(socket.records).toEqual([{ type: 3, invocationId: '7', error: text }]);
    expect(events.at(-1)).toMatchObject({ event: 'method-failed', method: 'save', error });
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  test('tells the text of a HubError, and does not log it as a failure', async () => {
    const refuse = () => {
      throw new HubError('You are too early.');
    };
    const { socket, events } = clientAt({ methods: { refuse } });
    socket.say(invoke('refuse'));
    await settled();
    expect(socket.records).toMatchObject([
      { error: expect.stringMatching(/ HubException: You are too early\.$/) },
    ]);
    expect(events.map(({ event }) => event)).toEqual(['connected']);
  });

  test.each<[string, () => unknown]>([
    [
      'a circular object',
      () => {
        const circle: { self?: unknown } = {};
        circle.self = circle;
        return circle;
      },
    ],
    ['a bigint', () => 1n],
  ])('whose result is %s ends in an error', async (_what, method) => {
    const answers = await answersTo('give', method);
    expect(answers).toMatchObject([{ invocationId: '7', error: expect.stringContaining("'give'") }]);
  });

  test('without an id is run and never answered, whatever comes of it', async () => {
    const seen: unknown[] = [];
    const fail = () => {
      throw new HubError('no');
    };
    const { socket } = clientAt({ methods: { note: (_caller, text) => seen.push(text), fail } });
    socket.say({ type: 1, target: 'note', arguments: ['a'] });
    socket.say({ type: 1, target: 'fail', arguments: [] }, { type: 1, target: 'missing', arguments: [] });
    await settled();
    expect(seen).toEqual(['a']);
    expect(socket.sent).toEqual([]);
  });

  test('reaches its method with the caller and however many arguments there are', async () => {
    const seen: unknown[] = [];
    const { socket, hub } = clientAt({ methods: { note: (...all) => void seen.push(...all) } });
    socket.say(invoke('note', 1, null, { a: 'b' }));
    await settled();
    expect(seen).toEqual([[...hub.connections.values()][0], 1, null, { a: 'b' }]);
  });
});

describe('streams are refused cleanly', () => {
  test('a stream call of a known method', async () => {
    const { socket } = clientAt({ methods: { count: () => 3 } });
    socket.say({ ...invoke('count'), type: 4 });
    await settled();
    expect(socket.records).toEqual([
      { type: 3, invocationId: '7', error: expect.stringContaining("'count' does not stream") },
    ]);
  });

  test('a stream call of an unknown method', () => {
    const { socket } = clientAt();
    socket.say({ ...invoke('count'), type: 4 });
    expect(socket.records).toEqual([{ type: 3, invocationId: '7', error: "Unknown hub method 'count'" }]);
  });

  test('an upload, whose items then come to nothing', async () => {
    let runs = 0;
    const { socket } = clientAt({ methods: { sum: () => runs++ } });
    socket.say({ ...invoke('sum'), streamIds: ['8'] });
    socket.say({ type: 2, invocationId: '8', item: 1 }, { type: 3, invocationId: '8' });
    await settled();
    expect(socket.records).toEqual([
      { type: 3, invocationId: '7', error: expect.stringContaining('does not take streams') },
    ]);
    expect([runs, socket.closedWith]).toEqual([0, undefined]);
  });
});

test('two methods that differ only in case are one too many', () => {
  const methods = { hello: () => 1, Hello: () => 2 };
  expect(() => createHub({ methods })).toThrow("Two hub methods are called 'Hello'");
});
