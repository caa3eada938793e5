import type { Change } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changesIn, followChanges } from './changes-stream.ts';

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
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
  fetched.mockClear();
  answers.length = 0;
});

describe('the server’s push', () => {
  test('[DASH-5] tells each change, however the bytes are cut, and nothing else', async () => {
    const body = streamOf(
      ': here\n\nevent: rea',
      'dings\ndata: readi',
      'ngs\n\ndata: nonsense\n\n',
      'data: devices\n\n',
    );
    const told: Change[] = [];
    for await (const change of changesIn(body)) told.push(change);
    expect(told).toEqual(['readings', 'devices']);
  });

  test('[DASH-5] is followed with the token in a header, never in the address', async () => {
    const end = followChanges({ accessToken: 'secret', changed: vi.fn(), opened: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    const [address, options] = fetched.mock.calls[0] ?? [];
    expect(address).not.toContain('secret');
    expect(options?.headers).toMatchObject({ authorization: 'Bearer secret' });
    end();
  });

  test('[DASH-5] is followed again when it breaks, and says each time that it is open', async () => {
    answers.push(
      async () => new Response(streamOf('data: readings\n\n')),
      () => Promise.reject(new TypeError('no network')),
      async () => new Response(streamOf('data: range\n\n')),
    );
    const changed = vi.fn();
    const opened = vi.fn();
    const end = followChanges({ accessToken: 'secret', changed, opened });
    await vi.advanceTimersByTimeAsync(5000);
    expect(changed.mock.calls).toEqual([['readings'], ['range']]);
    expect(opened).toHaveBeenCalledTimes(2);
    end();
  });

  test('[DASH-5] is left when it falls silent, and followed again', async () => {
    const silent = (signal: AbortSignal | null | undefined) =>
      new ReadableStream<Uint8Array>({
        start: (stream) => signal?.addEventListener('abort', () => stream.error(new Error('aborted'))),
      });
    answers.push(async () => new Response(silent(fetched.mock.calls[0]?.[1].signal)));
    const end = followChanges({ accessToken: 'secret', changed: vi.fn(), opened: vi.fn() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2500);
    expect(fetched).toHaveBeenCalledTimes(2);
    end();
  });

  test('ends with the session', async () => {
    answers.push(async () => new Response(null, { status: 401 }));
    followChanges({ accessToken: 'old', changed: vi.fn(), opened: vi.fn() });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('ends when nobody follows any more', async () => {
    answers.push(() => Promise.reject(new TypeError('no network')));
    const end = followChanges({ accessToken: 'secret', changed: vi.fn(), opened: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledOnce();
  });
});
