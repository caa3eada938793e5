import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { channelHttp, failed } from '../../../test/alarms/channel-messages.ts';
import { guardedFetch } from '../../outbound-http/guarded-fetch.ts';
import { CHANNEL_FETCH_LIMITS, post } from './post.ts';

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const call = { headers: {}, body: 'text' };
/** Longer than a test may take. */
const slow = channelHttp({ fetch: guardedFetch({ privateAllowed: true, timeoutMs: 600_000 }) });

test.each([
  [200, null],
  [500, failed('unreachable', false)],
])(
  '[ALM-32] an answer with %i that never ends holds nobody up, and its connection is closed',
  async (status, outcome) => {
    const closed = vi.fn();
    const url = await listening((_, answer) => {
      answer.once('close', closed);
      answer.writeHead(status).write('the beginning');
    });
    expect((await post({ ...call, url }, slow)).failed).toEqual(outcome);
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  },
);

test('[ALM-32] an answer is read up to 64 KB where it matters', async () => {
  const url = await listening(({ url: path = '' }, answer) => answer.end('a'.repeat(Number(path.slice(1)))));
  const lengthOf = async (bytes: number) => {
    const posted = await post({ ...call, url: `${url}/${bytes}`, readsAnswer: true }, channelHttp());
    return posted.failed === null && posted.answer.length;
  };
  const { maxBytes } = CHANNEL_FETCH_LIMITS;
  expect([await lengthOf(maxBytes), await lengthOf(maxBytes + 1)]).toEqual([maxBytes, 0]);
});

test('[ALM-38] no redirect is followed, wherever it leads', async () => {
  const asked: unknown[] = [];
  const url = await listening(({ url: path }, answer) => {
    asked.push(path);
    answer.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await post({ ...call, url: `${url}/first` }, channelHttp())).toEqual({
    failed: failed('refused', true),
    status: 302,
  });
  expect(asked).toEqual(['/first']);
});

test.each([
  ['http://push.example/', false, failed('not-allowed', true)],
  ['ftp://push.example/', true, failed('not-allowed', true)],
  ['file:///etc/hosts', true, failed('not-allowed', true)],
  ['https://user@push.example/', true, failed('refused', true)],
  ['', true, failed('refused', true)],
])('[ALM-38] %j, http allowed: %j, is never called', async (url, plainHttpAllowed, outcome) => {
  const fetch = vi.fn();
  expect(await post({ ...call, url }, channelHttp({ fetch, plainHttpAllowed }))).toEqual({
    failed: outcome,
    status: null,
  });
  expect(fetch).not.toHaveBeenCalled();
});
