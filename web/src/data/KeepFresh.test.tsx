import { QueryObserver } from '@tanstack/react-query';
import { type Change, changesPath, listWearers, noConnection } from '@tealight/contract';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aConnection, aReading, fakeServer, minutesAgo } from '../../test/fake-server.ts';
import { openPage } from '../../test/on-page.ts';
import { KeepFresh } from './KeepFresh.tsx';
import { queryClient, userQuery } from './queries.ts';
import { session } from './session.ts';
import { accountClient } from './wearer/query-clients.ts';
import { wearersQuery } from './wearer/wearers.ts';
import { connectionQuery, readingsQuery } from './wearer-queries.ts';

const polled = ['current-user-readings', 'live-devices', 'cgm-connection'];
let visibility: DocumentVisibilityState = 'visible';
const see = async (state: DocumentVisibilityState) => {
  visibility = state;
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const watch = () => {
  const { calls } = fakeServer();
  session.begin('token');
  openPage(KeepFresh);
  return { requested: () => calls.splice(0).map(({ path }) => path.split('/').at(-1)) };
};

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.end();
});

describe('what the signed-in pages show', () => {
  test('[DASH-5] is asked for at once and then every 60 seconds', async () => {
    const { requested } = watch();
    await pass(1);
    expect(requested().sort()).toEqual([...polled].sort());
    await pass(57);
    expect(requested()).toEqual([]);
    await pass(4);
    expect(requested().sort()).toEqual([...polled].sort());
  });

  test('[DASH-5] is not asked for while the page is hidden, and once when it is seen again', async () => {
    const { requested } = watch();
    await pass(1);
    await see('hidden');
    requested();
    await pass(600);
    expect(requested()).toEqual([]);
    await see('visible');
    await pass(2);
    expect(requested().sort()).toEqual([...polled].sort());
  });

  test('[DASH-5] is not all asked for twice when the stream opens right after the page', async () => {
    const { requested, openStream } = watchWithStream();
    await pass(1);
    expect(requested().sort()).toEqual([...polled].sort());
    await openStream();
    expect(requested()).toEqual(['cgm-connection']);
  });

  test('[DASH-5] has the reading that arrived before the stream was open', async () => {
    const { world, requested, openStream } = watchWithStream();
    await pass(1);
    requested();
    const arrived = aReading({ value: 61, time: minutesAgo(0) });
    world.readings.currentCgmReading = arrived;
    world.connection = aConnection({ lastReadingAt: arrived.time });
    await openStream();
    expect(requested()).toEqual(['cgm-connection', 'current-user-readings']);
    expect(queryClient.getQueryData(readingsQuery.queryKey)?.currentCgmReading?.value).toBe(61);
  });

  test('[DASH-5] has the connection that ended before the stream was open, and no reading of it', async () => {
    const { world, openStream } = watchWithStream();
    await pass(1);
    world.readings.currentCgmReading = null;
    world.connection = noConnection;
    await openStream();
    expect(queryClient.getQueryData(connectionQuery.queryKey)?.status).toBe('noConnectionSetup');
    expect(queryClient.getQueryData(readingsQuery.queryKey)?.currentCgmReading).toBeNull();
  });

  test('[DASH-5] has the reading that arrived while the first answers were on their way', async () => {
    const { world, hold, requested, openStream } = watchWithStream();
    const release = hold();
    await openStream();
    expect(requested().sort()).toEqual([...polled].sort());
    const arrived = aReading({ value: 61, time: minutesAgo(0) });
    world.readings.currentCgmReading = arrived;
    world.connection = aConnection({ lastReadingAt: arrived.time });
    release();
    await pass(0.5);
    expect(requested()).toEqual(['cgm-connection', 'current-user-readings']);
    expect(queryClient.getQueryData(readingsQuery.queryKey)?.currentCgmReading?.value).toBe(61);
  });

  test('[DASH-5] what failed before the network came back is asked for when the stream opens right after the page', async () => {
    const { requested, openStream } = watchWithStream();
    const read = vi.fn(() => Promise.reject<string>(new TypeError('Failed to fetch')));
    await accountClient.prefetchQuery({ queryKey: ['something'], queryFn: read, retry: false });
    const observed = new QueryObserver(accountClient, {
      queryKey: ['something'],
      queryFn: read,
      retryOnMount: false,
    });
    const unsubscribe = observed.subscribe(() => {});
    await pass(1);
    requested();
    read.mockClear();
    read.mockResolvedValue('read');
    await openStream();
    expect(read).toHaveBeenCalledTimes(1);
    expect(observed.getCurrentResult().data).toBe('read');
    unsubscribe();
    accountClient.clear();
  });

  test('[DASH-5] is all asked for again when the stream opens late, or a second time', async () => {
    const { requested, openStream, loseStream } = watchWithStream();
    await pass(6);
    requested();
    await openStream();
    expect(requested().sort()).toEqual([...polled].sort());
    await loseStream();
    await pass(3);
    requested();
    await openStream();
    expect(requested().sort()).toEqual([...polled].sort());
  });

  test('[PPL-22] asks for the wearers again after a change of range, time zone or unit, and of nothing less', async () => {
    const { requested, openStream, send } = watchWithStream();
    const unsubscribe = new QueryObserver(accountClient, wearersQuery).subscribe(() => {});
    await pass(1);
    await openStream();
    requested();
    const list = listWearers.path.split('/').at(-1);
    await send('readings');
    expect(requested()).not.toContain(list);
    await send('range');
    expect(requested()).toContain(list);
    unsubscribe();
  });

  test('[DASH-4] asks for the account and its connection code again when who may see the wearer has changed', async () => {
    const { requested, openStream, send } = watchWithStream();
    const unsubscribe = new QueryObserver(queryClient, userQuery).subscribe(() => {});
    await pass(1);
    await openStream();
    requested();
    await send('people');
    expect(requested()).toContain('current-user');
    unsubscribe();
  });
});

/** As `watch`, with an event stream that opens and ends when the test says so. */
function watchWithStream() {
  const time = minutesAgo(1);
  const { world, calls } = fakeServer({ connection: aConnection({ lastReadingAt: time }) });
  world.readings.currentCgmReading = aReading({ time });
  const answer = fetch;
  let held: Promise<void> | undefined;
  let opening = Promise.withResolvers<Response>();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    if (String(address).endsWith(changesPath)) return opening.promise;
    const answered = await answer(address, options);
    await held;
    return answered;
  });
  session.begin('token');
  openPage(KeepFresh);
  return {
    world,
    /** From now on answers are on their way until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    requested: () => calls.splice(0).map(({ path }) => path.split('/').at(-1)),
    async openStream() {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
      });
      opening.resolve(new Response(body));
      await pass(0.5);
    },
    async send(change: Change) {
      stream?.enqueue(new TextEncoder().encode(`data: ${change}\n\n`));
      await pass(0.5);
    },
    async loseStream() {
      opening = Promise.withResolvers();
      stream?.close();
      await pass(0.1);
    },
  };
}
