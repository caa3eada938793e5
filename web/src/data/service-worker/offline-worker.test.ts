import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';

const code = readFileSync('web/public/sw.js', 'utf8');
const home = 'https://tealight.example';
const policy = { 'content-security-policy': "style-src 'nonce-abc'" };

/** The browser's cache, as far as the worker uses it. */
function fakeCache(cached: Map<string, Response>) {
  const pathOf = (requested: string | { url: string }) =>
    new URL(typeof requested === 'string' ? requested : requested.url, home).pathname;
  return {
    match: async (requested: string | { url: string }) => cached.get(pathOf(requested))?.clone(),
    put: async (requested: string | { url: string }, answer: Response) =>
      void cached.set(pathOf(requested), answer),
    delete: async (requested: string | { url: string }) => cached.delete(pathOf(requested)),
    keys: async () => [...cached.keys()].map((path) => ({ url: home + path })),
  };
}

/** The service worker with this network; `request` resolves to the response text, `undefined` where the worker does not respond. */
function worker(network: (path: string) => Response | Promise<Response>) {
  const cached = new Map<string, Response>();
  const cache = fakeCache(cached);
  const caches = {
    open: async () => cache,
    match: cache.match,
    keys: async () => [],
    delete: async () => true,
  };
  const listeners = new Map<string, (event: unknown) => void>();
  const self = {
    location: new URL(home),
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
  };
  const fetch = async (requested: string | { url: string }) =>
    network(new URL(typeof requested === 'string' ? requested : requested.url, home).pathname);
  new Function('self', 'caches', 'fetch', 'importScripts', code)(self, caches, fetch, () => {});
  const dispatch = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    const waitUntil = (promise: Promise<unknown>) => work.push(promise);
    listeners.get(name)?.({
      ...event,
      waitUntil,
      respondWith: (answer: Promise<Response>) => answers.push(answer),
    });
    const answer = await answers[0];
    await Promise.all(work);
    return answer?.text();
  };
  const request = (path: string, mode = 'no-cors', method = 'GET') =>
    dispatch('fetch', { request: { url: path.startsWith('/') ? home + path : path, mode, method } });
  return { caches, cached, request, postMessage: (data: object) => dispatch('message', { data }) };
}

let online = true;
const page = (path: string) => new Response(`page at ${path}`, { headers: policy });
const network = (path: string) => {
  if (!online) throw new TypeError('Failed to fetch');
  return path.includes('.') ? new Response(`file ${path}`) : page(path);
};
beforeEach(() => {
  online = true;
});

describe('without a network', () => {
  test('[DEV-3] a lamp that was opened once opens again', async () => {
    const { request, postMessage } = worker(network);
    await postMessage({ urls: ['/lamp', '/assets/lamp-1.js'] });
    online = false;
    expect(await request('/lamp', 'navigate')).toBe('page at /lamp');
    expect(await request('/assets/lamp-1.js')).toBe('file /assets/lamp-1.js');
  });

  test('a panel opens whose code no page has loaded yet, once the list of all files was sent', async () => {
    const { request, postMessage } = worker(network);
    await postMessage({ urls: ['/', '/assets/app-1.js'] });
    await postMessage({ urls: ['/assets/app-1.js', '/assets/RangeForm-1.js'] });
    online = false;
    expect(await request('/assets/RangeForm-1.js')).toBe('file /assets/RangeForm-1.js');
  });

  test('every page of the app is the one document', async () => {
    const { request } = worker(network);
    await request('/', 'navigate');
    online = false;
    expect(await request('/account', 'navigate')).toBe('page at /');
  });

  test('a page that was never cached fails as it would without a worker', async () => {
    online = false;
    await expect(worker(network).request('/', 'navigate')).rejects.toThrow('Failed to fetch');
  });
});

describe('with a network', () => {
  test.each([
    '/api/v1/Readings/current-user-readings',
    '/device/v1/glow',
    '/photos/1.webp',
    '/outbox',
    '/health/live',
  ])('the worker keeps out of %s', async (path) => {
    const { request, cached } = worker(network);
    expect(await request(path)).toBeUndefined();
    expect([...cached.keys()]).toEqual([]);
  });

  test('it keeps out of what is sent, and of other hosts', async () => {
    const { request } = worker(network);
    expect(await request('/', 'navigate', 'POST')).toBeUndefined();
    expect(await request('https://elsewhere.example/assets/x.js')).toBeUndefined();
  });

  test('a page comes fresh, a file with a hash in its name from the cache', async () => {
    const requested: string[] = [];
    const { request } = worker((path) => {
      requested.push(path);
      return network(path);
    });
    for (const _ of [1, 2]) {
      await request('/', 'navigate');
      await request('/assets/app-1.js');
    }
    expect(requested).toEqual(['/', '/assets/app-1.js', '/']);
  });

  test('a file that is cached is not requested again, and one that fails keeps no other from the cache', async () => {
    const requested: string[] = [];
    const { cached, postMessage } = worker((path) => {
      requested.push(path);
      if (path.includes('gone')) throw new TypeError('Failed to fetch');
      return network(path);
    });
    await postMessage({ urls: ['/assets/app-1.js'] });
    await postMessage({ urls: ['/assets/app-1.js', '/assets/gone-1.js', '/assets/help-1.js'] });
    expect(requested).toEqual(['/assets/app-1.js', '/assets/gone-1.js', '/assets/help-1.js']);
    expect([...cached.keys()]).toEqual(['/assets/app-1.js', '/assets/help-1.js']);
  });

  test('a page of the server’s own is shown and not cached in the app’s place', async () => {
    const { request, cached } = worker(() => new Response('not the app'));
    expect(await request('/', 'navigate')).toBe('not the app');
    expect(cached.has('/')).toBe(false);
  });
});

test.each([
  { storage: 'a storage that is full', full: (cache: { put: unknown }) => (cache.put = quotaExceeded) },
  {
    storage: 'no storage at all',
    full: (_cache: object, caches: object) => Object.assign(caches, { open: refused, match: refused }),
  },
])('with $storage, pages and files come from the network', async ({ full }) => {
  const { caches, request, postMessage } = worker(network);
  full(await caches.open(), caches);
  expect(await request('/', 'navigate')).toBe('page at /');
  expect(await request('/lamp', 'navigate')).toBe('page at /lamp');
  expect(await request('/assets/app-1.js')).toBe('file /assets/app-1.js');
  expect(await request('/favicon.svg')).toBe('file /favicon.svg');
  await postMessage({ urls: ['/assets/app-1.js'] });
});

async function quotaExceeded(): Promise<never> {
  throw new DOMException('Quota exceeded.', 'QuotaExceededError');
}

async function refused(): Promise<never> {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
