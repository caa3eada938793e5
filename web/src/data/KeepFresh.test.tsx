import { QueryObserver } from '@tanstack/react-query';
import { type Change, changesPath, listWearers } from '@tealight/contract';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { openPage } from '../../test/on-page.ts';
import { KeepFresh } from './KeepFresh.tsx';
import { queryClient, userQuery } from './queries.ts';
import { session } from './session.ts';
import { accountClient } from './wearer/query-clients.ts';
import { wearersQuery } from './wearer/wearers.ts';

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
    expect(requested().sort()).toEqual(['cgm-connection', 'current-user-readings']);
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
  const { calls } = fakeServer();
  const answer = fetch;
  let opening = Promise.withResolvers<Response>();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
    String(address).endsWith(changesPath) ? opening.promise : answer(address, options),
  );
  session.begin('token');
  openPage(KeepFresh);
  return {
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
