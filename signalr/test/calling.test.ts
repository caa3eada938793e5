import { type HubConnection, Subject } from '@microsoft/signalr';
import { describe, expect, test } from 'vitest';
import { HubError, type HubMethod, type HubOptions } from '../src/index.ts';
import { serveHub } from './hub-server.ts';
import { closing, publicClient } from './public-client.ts';

const big = 'é'.repeat(150_000);
const methods: Record<string, HubMethod> = {
  add: (_caller, a, b) => Number(a) + Number(b),
  nothing: () => {},
  none: () => null,
  big: () => big,
  crash: () => Promise.reject(new Error('the secret reason')),
  refuse: () => Promise.reject(new HubError('Come back tomorrow.')),
};

interface Options extends Partial<HubOptions> {
  readonly tune?: (client: HubConnection) => void;
}

async function connected({ tune = () => {}, ...options }: Options = {}) {
  const server = await serveHub({ methods, ...options });
  const client = publicClient(server.url);
  tune(client);
  await client.start();
  const connection = server.hub.connections.get(client.connectionId ?? '');
  if (connection === undefined) throw new Error('not connected');
  const stop = async () => {
    await client.stop();
    await server[Symbol.asyncDispose]();
  };
  return { server, client, connection, [Symbol.asyncDispose]: stop };
}

describe('the public client calls', () => {
  test.each<[string, unknown[], unknown]>([
    ['add', [1, 2], 3],
    ['ADD', [1, 2], 3],
    ['nothing', [], undefined],
    ['none', [], null],
    ['big', [], big],
  ])('%s%j and gets its result', async (target, args, result) => {
    await using at = await connected();
    expect(await at.client.invoke(target, ...args)).toEqual(result);
  });

  test.each([
    ['crash', /^An unexpected error occurred invoking 'crash' on the server\.$/],
    ['refuse', /HubException: Come back tomorrow\.$/],
    ['constructor', /^Unknown hub method 'constructor'$/],
  ])('%s and gets an error', async (target, text) => {
    await using at = await connected();
    await expect(at.client.invoke(target)).rejects.toThrow(text);
    expect(await at.client.invoke('add', 1, 1)).toBe(2);
  });

  test('in a hurry, and is served in order', async () => {
    const seen: unknown[] = [];
    const note: HubMethod = async (_caller, index) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(index);
    };
    await using at = await connected({ methods: { note } });
    const indexes = Array.from({ length: 100 }, (_none, index) => index);
    for (const index of indexes.slice(0, 99)) void at.client.send('note', index);
    await at.client.invoke('note', 99);
    expect(seen).toEqual(indexes);
  });

  test('a stream, which ends in an error, and goes on', async () => {
    await using at = await connected();
    const ended = new Promise<Error>((resolve) => {
      at.client.stream('add').subscribe({ next: () => {}, complete: () => {}, error: resolve });
    });
    expect((await ended).message).toContain("'add' does not stream");
    expect(await at.client.invoke('add', 1, 1)).toBe(2);
  });

  test('with an upload, which is refused, and goes on', async () => {
    await using at = await connected();
    const items = new Subject<number>();
    const refused = expect(at.client.invoke('add', items)).rejects.toThrow('does not take streams');
    items.next(1);
    items.complete();
    await refused;
    expect(await at.client.invoke('add', 1, 1)).toBe(2);
  });

  test('with more than it may send, and is closed', async () => {
    await using at = await connected();
    const closed = closing(at.client);
    await at.client.send('add', 'x'.repeat(33 * 1024));
    expect(await closed).toMatchObject({ message: expect.stringContaining('at most 32768 bytes') });
  });
});

describe('the public client is called', () => {
  test('by name, ignoring case, with text of any kind', async () => {
    await using at = await connected();
    const heard = new Promise<unknown[]>((resolve) => at.client.on('pageloaded', (...all) => resolve(all)));
    at.connection.send('PageLoaded', 'zwölf\r\n\u001e\u2028😀', { deep: [null] });
    expect(await heard).toEqual(['zwölf\r\n\u001e\u2028😀', { deep: [null] }]);
  });

  test('and asked', async () => {
    await using at = await connected();
    at.client.on('color', (what) => (what === 'sky' ? 'blue' : Promise.reject(new Error('Color-blind.'))));
    expect(await at.connection.invoke('color', 'sky')).toBe('blue');
    await expect(at.connection.invoke('color', 'sea')).rejects.toThrow('Color-blind.');
    await expect(at.connection.invoke('nobody-listens')).rejects.toThrow("Client didn't provide a result.");
  });

  test('and takes megabytes as fast as it can, never more than one frame waiting', async () => {
    await using at = await connected();
    const frames = 50;
    const all = new Promise<number[]>((resolve) => {
      const seen: number[] = [];
      at.client.on('frame', (index: number) => seen.push(index) === frames && resolve(seen));
    });
    const frame = 'x'.repeat(200_000);
    for (let index = 0; index < frames; index += 1) {
      expect(await at.connection.drained()).toBe(true);
      expect(at.connection.bufferedBytes).toBe(0);
      at.connection.send('frame', index, frame);
    }
    expect(await all).toEqual(Array.from({ length: frames }, (_none, index) => index));
  });
});

describe('silence', () => {
  test('of both sides, longer than either waits, is bridged by pings', async () => {
    const tune = (client: HubConnection) => {
      client.serverTimeoutInMilliseconds = 4000;
      client.keepAliveIntervalInMilliseconds = 30;
    };
    await using at = await connected({ keepAliveMs: 30, clientTimeoutMs: 4000, tune });
    await new Promise((resolve) => setTimeout(resolve, 4500));
    expect(await at.client.invoke('add', 1, 2)).toBe(3);
  });

  test('of a server is noticed by the client', async () => {
    const tune = (client: HubConnection) => {
      client.serverTimeoutInMilliseconds = 1000;
    };
    await using at = await connected({ tune });
    expect(await closing(at.client)).toMatchObject({ message: expect.stringContaining('Server timeout') });
  });

  test('of a client that stopped pinging ends the connection', async () => {
    await using at = await connected({ clientTimeoutMs: 1000 });
    const closed = closing(at.client);
    expect(await closed).toMatchObject({
      message: expect.stringContaining('The client sent nothing for 1000 ms.'),
    });
  });
});
