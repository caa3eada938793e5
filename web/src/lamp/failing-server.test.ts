import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const code = readFileSync('web/public/sw.js', 'utf8');
const home = 'https://tealight.example';
const policy = { 'content-security-policy': "style-src 'nonce-abc'" };

type Requested = string | { url: string };
const pathOf = (requested: Requested) =>
  new URL(typeof requested === 'string' ? requested : requested.url, home).pathname;

/** The service worker in front of this server, with an empty cache. Returns what a page gets, and the cached paths. */
function worker(server: (path: string) => Response) {
  const cached = new Map<string, Response>();
  const cache = {
    match: async (requested: Requested) => cached.get(pathOf(requested))?.clone(),
    put: async (requested: Requested, response: Response) => void cached.set(pathOf(requested), response),
    keys: async () => [...cached.keys()],
  };
  const caches = { open: async () => cache, match: cache.match };
  const listeners = new Map<string, (event: object) => void>();
  const addEventListener = (name: string, listener: (event: object) => void) => listeners.set(name, listener);
  const fetch = async (requested: Requested) => server(pathOf(requested));
  const self = { location: new URL(home), addEventListener };
  new Function('self', 'caches', 'fetch', 'importScripts', code)(self, caches, fetch, () => {});
  const request = async (path: string, mode: string) => {
    const work: Promise<unknown>[] = [];
    const responses: Promise<Response>[] = [];
    listeners.get('fetch')?.({
      request: { url: home + path, mode, method: 'GET' },
      waitUntil: (promise: Promise<unknown>) => work.push(promise),
      respondWith: (response: Promise<Response>) => responses.push(response),
    });
    const response = await responses[0];
    await Promise.all(work);
    return [response?.status, await response?.text()];
  };
  return { cached, request };
}

/** The kinds of requests that the worker answers. */
const requests = [
  ['/lamp', 'navigate'],
  ['/', 'navigate'],
  ['/favicon.svg', 'no-cors'],
  ['/assets/lamp-1.js', 'no-cors'],
] as const;

test.each([500, 502, 503, 504])(
  '[DEV-3] while the server or its proxy answers %i, the page and its files come from the cache',
  async (status) => {
    let works = true;
    const { request } = worker((path) =>
      works ? new Response(`good ${path}`, { headers: policy }) : new Response('Bad Gateway', { status }),
    );
    for (const [path, mode] of requests) await request(path, mode);
    works = false;
    for (const _ of [1, 2])
      for (const [path, mode] of requests) expect(await request(path, mode)).toEqual([200, `good ${path}`]);
    expect(await request('/account', 'navigate')).toEqual([200, 'good /']);
  },
);

test.each([
  ['/api/v1/Authorization/email/confirm', 'an emailed link'],
  ['/api/docs', 'the description of the API'],
  ['/pebble', 'an address of a Nightscout site'],
  ['/outbox', 'the emails that were not sent'],
  ['/files.json', 'a file'],
])('[SUP-9] while the server fails, %s, %s, does not open the app in its place', async (path) => {
  let works = true;
  const { request } = worker(() =>
    works ? new Response('app', { headers: policy }) : new Response('Bad Gateway', { status: 502 }),
  );
  await request('/', 'navigate');
  works = false;
  // The worker does not respond: the browser shows what the server answers, however late.
  expect(await request(path, 'navigate')).toEqual([undefined, undefined]);
  expect(await request('/w/benbenbenben/account', 'navigate')).toEqual([200, 'app']);
});

test('an error of the server is shown where nothing is cached, and is not cached', async () => {
  const { request, cached } = worker(() => new Response('Bad Gateway', { status: 502 }));
  for (const [path, mode] of requests) expect(await request(path, mode)).toEqual([502, 'Bad Gateway']);
  expect([...cached.keys()]).toEqual([]);
});

test('a page that the server does not have is shown as it answers', async () => {
  const { request } = worker((path) =>
    path === '/' ? new Response('app', { headers: policy }) : new Response('Not found', { status: 404 }),
  );
  await request('/', 'navigate');
  expect(await request('/unknown', 'navigate')).toEqual([404, 'Not found']);
});
