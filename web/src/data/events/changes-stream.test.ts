import { type Change, problemOf } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changesIn, subscribeToChanges } from './changes-stream.ts';

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
/** Ends only after so many milliseconds. */
const streamOpenFor = (ms: number) =>
  new ReadableStream<Uint8Array>({ start: (stream) => void setTimeout(() => stream.close(), ms) });
const answers: (() => Promise<Response>)[] = [];
const fetched = vi.fn((_address: string, _options: RequestInit) => {
  const next = answers.shift();
  return next ? next() : new Promise<Response>(() => {});
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetched.mockClear();
  answers.length = 0;
});

describe('the event stream', () => {
  test('[DASH-5] yields each change, however the bytes are split, and nothing else', async () => {
    const body = streamOf(
      ': here\n\nevent: rea',
      'dings\ndata: readi',
      'ngs\n\ndata: nonsense\n\n',
      'data: devices\n\n',
    );
    const received: Change[] = [];
    for await (const change of changesIn(body)) received.push(change);
    expect(received).toEqual(['readings', 'devices']);
  });

  test('[DASH-5] is followed with the token in a header, never in the address', async () => {
    const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    const [address, options] = fetched.mock.calls[0] ?? [];
    expect(address).not.toContain('secret');
    expect(options?.headers).toMatchObject({ authorization: 'Bearer secret' });
    end();
  });

  test('[PPL-19] is that of the wearer on the page, asked for each time it is opened', async () => {
    const wearers = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
    answers.push(async () => new Response(streamOf('data: people\n\n')));
    const onChange = vi.fn();
    const wearer = () => wearers.shift() ?? null;
    const end = subscribeToChanges({ accessToken: 'secret', wearer, onChange, onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(1500);
    expect(onChange.mock.calls).toEqual([['people']]);
    const asked = fetched.mock.calls.map(([, options]) =>
      new Headers(options?.headers).get('tealight-wearer'),
    );
    expect(asked).toEqual(['aaaaaaaaaaaa', 'bbbbbbbbbbbb']);
    end();
  });

  test.each([
    ['the server, it is not opened again', problemOf('no-such-wearer'), 1],
    ['a proxy, it is', 'Not found', 0],
  ])('[PPL-18] refused with 404 by %s', async (_, body, times) => {
    answers.push(async () => Response.json(body, { status: 404 }));
    const onRefused = vi.fn();
    const wearer = () => 'aaaaaaaaaaaa';
    const end = subscribeToChanges({
      accessToken: 'x',
      wearer,
      onChange: vi.fn(),
      onOpen: vi.fn(),
      onRefused,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onRefused).toHaveBeenCalledTimes(times);
    expect(fetched.mock.calls.length === 1).toBe(times === 1);
    end();
  });

  test('[DASH-5] is followed again when it breaks, and says each time that it is open', async () => {
    answers.push(
      async () => new Response(streamOf('data: readings\n\n')),
      () => Promise.reject(new TypeError('no network')),
      async () => new Response(streamOf('data: range\n\n')),
    );
    const onChange = vi.fn();
    const onOpen = vi.fn();
    const end = subscribeToChanges({ accessToken: 'secret', onChange, onOpen });
    await vi.advanceTimersByTimeAsync(5000);
    expect(onChange.mock.calls).toEqual([['readings'], ['range']]);
    expect(onOpen).toHaveBeenCalledTimes(2);
    end();
  });

  test('[DASH-5] is followed again at once when the network is back', async () => {
    // Five waits take more than 8 s, whatever chance makes of them.
    for (const _ of [1, 2, 3, 4, 5]) answers.push(() => Promise.reject(new TypeError('no network')));
    const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(8000);
    const before = fetched.mock.calls.length;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(before + 1);
    end();
  });

  test('[DASH-5] is closed when it is idle, and opened again', async () => {
    const silent = (signal: AbortSignal | null | undefined) =>
      new ReadableStream<Uint8Array>({
        start: (stream) => signal?.addEventListener('abort', () => stream.error(new Error('aborted'))),
      });
    answers.push(async () => new Response(silent(fetched.mock.calls[0]?.[1].signal)));
    const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2500);
    expect(fetched).toHaveBeenCalledTimes(2);
    end();
  });

  test('[DASH-5] stays as long as something comes, also where it is no change', async () => {
    const body = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
    const start = (stream: ReadableStreamDefaultController<Uint8Array>) => {
      const { signal } = fetched.mock.calls[0]?.[1] ?? {};
      signal?.addEventListener('abort', () => stream.error(new Error('aborted')));
      body.resolve(stream);
    };
    answers.push(async () => new Response(new ReadableStream({ start })));
    const changed = vi.fn();
    const end = subscribeToChanges({ accessToken: 'secret', onChange: changed, onOpen: vi.fn() });
    const stream = await body.promise;
    for (let beats = 0; beats < 20; beats += 1) {
      await vi.advanceTimersByTimeAsync(10_000);
      stream.enqueue(new TextEncoder().encode(': still here\n\n'));
    }
    expect(fetched).toHaveBeenCalledOnce();
    stream.enqueue(new TextEncoder().encode('data: range\n\n'));
    await vi.advanceTimersByTimeAsync(0);
    expect(changed.mock.calls).toEqual([['range']]);
    end();
  });

  test.each([
    [0, 0.5],
    [0.5, 0.75],
    [1, 1],
  ])(
    '[DASH-5] is asked for ever more slowly while it fails, up to a minute, spread by chance (%d), and soon after it was open for a while',
    async (chance, part) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      const askedAt: number[] = [];
      const noting = (answer: () => Promise<Response>) => () => {
        askedAt.push(Date.now());
        return answer();
      };
      const fails = noting(() => Promise.reject(new TypeError('no network')));
      answers.push(...Array(9).fill(fails));
      answers.push(
        noting(async () => new Response(streamOpenFor(10_000))),
        fails,
        fails,
      );
      const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen: vi.fn() });
      await vi.advanceTimersByTimeAsync(600_000);
      const waits = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
      const seconds = [1, 2, 4, 8, 16, 32, 60, 60, 60, 1, 2];
      const openMs = (index: number) => (index === 9 ? 10_000 : 0);
      expect(waits).toEqual(seconds.map((one, index) => openMs(index) + one * 1000 * part));
      end();
    },
  );

  test('[DASH-5] is asked for ever more slowly, too, while it opens and ends at once, as behind a proxy that cuts it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    for (let streams = 0; streams < 100; streams += 1)
      answers.push(async () => new Response(streamOf('data: range\n\n')));
    const onOpen = vi.fn();
    const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen });
    // After 0, 1, 3, 7, 15, 31 and 63 s, then once a minute.
    await vi.advanceTimersByTimeAsync(200_000);
    expect(onOpen).toHaveBeenCalledTimes(9);
    end();
  });

  test('[DASH-5] leaves no listener behind for the waits that have ended', async () => {
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    for (let tries = 0; tries < 5; tries += 1)
      answers.push(() => Promise.reject(new TypeError('no network')));
    const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(35_000);
    expect(added.mock.calls.length).toBeGreaterThanOrEqual(5);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    end();
  });

  test('ends with the session', async () => {
    answers.push(async () => new Response(null, { status: 401 }));
    subscribeToChanges({ accessToken: 'old', onChange: vi.fn(), onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('ends when nobody follows any more', async () => {
    answers.push(() => Promise.reject(new TypeError('no network')));
    const end = subscribeToChanges({ accessToken: 'secret', onChange: vi.fn(), onOpen: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledOnce();
  });
});
