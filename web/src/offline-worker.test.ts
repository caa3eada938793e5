import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';

const code = readFileSync('web/public/sw.js', 'utf8');
const home = 'https://tealight.example';
const policy = { 'content-security-policy': "style-src 'nonce-abc'" };

/** The browser's cache, as far as the worker uses it. */
function fakeCache(kept: Map<string, Response>) {
  const pathOf = (asked: string | { url: string }) =>
    new URL(typeof asked === 'string' ? asked : asked.url, home).pathname;
  return {
    match: async (asked: string | { url: string }) => kept.get(pathOf(asked))?.clone(),
    put: async (asked: string | { url: string }, answer: Response) => void kept.set(pathOf(asked), answer),
    delete: async (asked: string | { url: string }) => kept.delete(pathOf(asked)),
    keys: async () => [...kept.keys()].map((path) => ({ url: home + path })),
  };
}

/** A worker in a world with or without a network; `asks` tells what it answers, `undefined` where it keeps out. */
function worker(network: (path: string) => Response | Promise<Response>) {
  const kept = new Map<string, Response>();
  const cache = fakeCache(kept);
  const caches = {
    open: async () => cache,
    match: cache.match,
    keys: async () => [],
    delete: async () => true,
  };
  const heard = new Map<string, (event: unknown) => void>();
  const self = {
    location: new URL(home),
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
  };
  const fetch = async (asked: string | { url: string }) =>
    network(new URL(typeof asked === 'string' ? asked : asked.url, home).pathname);
  new Function('self', 'caches', 'fetch', code)(self, caches, fetch);
  const tell = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    const waitUntil = (promise: Promise<unknown>) => work.push(promise);
    heard.get(name)?.({
      ...event,
      waitUntil,
      respondWith: (answer: Promise<Response>) => answers.push(answer),
    });
    const answer = await answers[0];
    await Promise.all(work);
    return answer?.text();
  };
  const asks = (path: string, mode = 'no-cors', method = 'GET') =>
    tell('fetch', { request: { url: path.startsWith('/') ? home + path : path, mode, method } });
  return { kept, asks, tells: (data: object) => tell('message', { data }) };
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
    const { asks, tells } = worker(network);
    await tells({ keep: ['/lamp', '/assets/lamp-1.js'] });
    online = false;
    expect(await asks('/lamp', 'navigate')).toBe('page at /lamp');
    expect(await asks('/assets/lamp-1.js')).toBe('file /assets/lamp-1.js');
  });

  test('every page of the app is the one document', async () => {
    const { asks } = worker(network);
    await asks('/', 'navigate');
    online = false;
    expect(await asks('/account', 'navigate')).toBe('page at /');
  });

  test('a page that was never kept fails as it would without a worker', async () => {
    online = false;
    await expect(worker(network).asks('/', 'navigate')).rejects.toThrow('Failed to fetch');
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
    const { asks, kept } = worker(network);
    expect(await asks(path)).toBeUndefined();
    expect([...kept.keys()]).toEqual([]);
  });

  test('it keeps out of what is sent, and of other hosts', async () => {
    const { asks } = worker(network);
    expect(await asks('/', 'navigate', 'POST')).toBeUndefined();
    expect(await asks('https://elsewhere.example/assets/x.js')).toBeUndefined();
  });

  test('a page comes fresh, a file with a hash in its name from what is kept', async () => {
    const asked: string[] = [];
    const { asks } = worker((path) => {
      asked.push(path);
      return network(path);
    });
    for (const _ of [1, 2]) {
      await asks('/', 'navigate');
      await asks('/assets/app-1.js');
    }
    expect(asked).toEqual(['/', '/assets/app-1.js', '/']);
  });

  test('a page of the server’s own is shown and not kept in the app’s place', async () => {
    const { asks, kept } = worker(() => new Response('not the app'));
    expect(await asks('/', 'navigate')).toBe('not the app');
    expect(kept.has('/')).toBe(false);
  });
});
