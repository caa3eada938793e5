import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anonymousClientAt, clientAt, settled } from '../test/scripted-client.ts';
import type { ScriptedSocket } from '../test/scripted-socket.ts';
import { HubError } from './index.ts';

const methods = {
  echo: (_caller: unknown, value: unknown) => value,
  wait: () => Promise.resolve(),
  refuse: () => Promise.reject(new HubError('no')),
  crash: () => {
    throw new TypeError('bug');
  },
};

const id = fc.oneof(fc.constantFrom('0', '1', '2'), fc.string(), fc.jsonValue());
const target = fc.oneof(
  fc.constantFrom('echo', 'WAIT', 'refuse', 'crash', '__proto__', 'constructor'),
  fc.string(),
);
const streamIds = fc.oneof(fc.constant([]), fc.array(fc.string(), { maxLength: 2 }), fc.jsonValue());

/** Records that are nearly right: every field may be missing, of the wrong kind, or as it ought to be. */
const nearlyRight = fc.record(
  {
    type: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 10 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    invocationId: id,
    target,
    arguments: fc.oneof(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.jsonValue()),
    streamIds,
    item: fc.jsonValue(),
    result: fc.jsonValue(),
    error: fc.oneof(fc.string(), fc.jsonValue()),
    headers: fc.dictionary(fc.string(), fc.string()),
  },
  { requiredKeys: [] },
);
const record = fc.oneof(
  { weight: 6, arbitrary: nearlyRight.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const message = fc
  .tuple(
    fc.array(record, { maxLength: 4 }),
    fc.constantFrom('\u001e', '\u001e', '\u001e', '', '\u001e\u001e'),
  )
  .map(([records, end]) => records.join('\u001e') + end);

interface Sent {
  readonly type?: number;
  readonly invocationId?: string;
}

/** What it must look like from outside, whatever was said: only known records, and nothing after a last one. */
function expectGoodManners(socket: ScriptedSocket): void {
  const sent = socket.records as Sent[];
  expect(sent.every(({ type }) => type === 3 || type === 7)).toBe(true);
  const last = sent.findIndex(({ type }) => type === 7);
  if (last >= 0) expect(last).toBe(sent.length - 1);
  if (last >= 0) expect(socket.closedWith).toBeDefined();
}

describe('whatever a client sends', () => {
  test('the hub lives on, and answers or closes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 6 }), async (texts) => {
        const { socket, hub } = clientAt({ methods });
        for (const text of texts) socket.sayText(text);
        await settled();
        expectGoodManners(socket);
        expect(hub.connections.size).toBe(socket.closedWith === undefined ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });

  test('in bytes of any kind, the hub lives on', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.boolean())), (messages) => {
        const { socket } = clientAt({ methods });
        for (const [bytes, isBinary] of messages) socket.sayData(bytes, isBinary);
        expectGoodManners(socket);
      }),
    );
  });

  test('first, is a handshake or is refused', () => {
    fc.assert(
      fc.property(message, (text) => {
        const { socket } = anonymousClientAt({ methods });
        socket.sayText(text);
        expect(socket.records).toEqual([{ error: expect.any(String) }]);
        expect(socket.closedWith).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  test('every well-formed call with an id is answered exactly once, in order, and none without', async () => {
    const call = fc.record({
      named: fc.boolean(),
      target: fc.constantFrom('echo', 'WAIT', 'refuse', 'crash'),
      args: fc.array(fc.jsonValue(), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 20 }), async (calls) => {
        const { socket } = clientAt({ methods });
        calls.forEach(({ named, target: method, args }, index) => {
          socket.say({
            type: 1,
            target: method,
            arguments: args,
            ...(named ? { invocationId: `${index}` } : {}),
          });
        });
        await new Promise((resolve) => setImmediate(resolve));
        const expected = calls.flatMap(({ named }, index) => (named ? [`${index}`] : []));
        expect((socket.records as Sent[]).map(({ invocationId }) => invocationId)).toEqual(expected);
      }),
    );
  });
});
