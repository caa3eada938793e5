import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Handler, serve } from '../../../simulators/serve.ts';
import { openWorld } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pending = { region: 'EU', state: 's', verifier: 'v'.repeat(43), redirectUri: 'app:/x' };

/** One for all tests, since its Chromium takes seconds to start; each session has a wearer and pages of its own. */
let world: Awaited<ReturnType<typeof openWorld>>;
let pagesOfTest: Handler | undefined;
let wearerId = 0;
beforeAll(async () => {
  world = await openWorld({
    pages: async (request) => (await pagesOfTest?.(request)) ?? new Response(null, { status: 404 }),
  });
});
afterAll(() => world[Symbol.asyncDispose]());

async function startAt(address: string) {
  wearerId += 1;
  const client = await world.client(`wearer-${wearerId}`);
  await client.start(world.addPending(wearerId, address, pending));
  return client;
}

const html = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });

/** Every way in which a page that stays can reach another host; `there` is the address of that host. */
const attempts: Record<string, (there: string) => string> = {
  'a picture': (there) => `<img src="${there}/img">`,
  'a script': (there) => `<script src="${there}/script"></script>`,
  'a frame': (there) => `<iframe src="${there}/frame"></iframe>`,
  'a style': (there) => `<link rel="stylesheet" href="${there}/style">`,
  'a prefetch': (there) =>
    `<link rel="preconnect" href="${there}"><link rel="prefetch" href="${there}/prefetch">`,
  'a fetch': (there) => `<script>fetch('${there}/fetch', { mode: 'no-cors' })</script>`,
  'a beacon': (there) => `<script>navigator.sendBeacon('${there}/beacon', 'x')</script>`,
  'a socket': (there) => `<script>new WebSocket('${there.replace('http', 'ws')}/socket')</script>`,
  'a stream': (there) => `<script>new EventSource('${there}/stream')</script>`,
  'a worker': (there) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${there}/worker', {mode:'no-cors'})"])))</script>`,
  'a service worker': () => `<script>navigator.serviceWorker?.register('/sw.js')</script>`,
  'a window': (there) => `<script>window.open('${there}/window')</script>`,
  'a download': (there) => `<a id="a" href="${there}/download" download>x</a><script>a.click()</script>`,
  'a picture by redirect': () => `<img src="/away">`,
};

/** Those that leave the page, so that each needs a page of its own. */
const navigations: Record<string, (there: string) => string> = {
  'a navigation': (there) => `<script>location = '${there}/location'</script>`,
  'a redirect': () => `<script>location = '/away'</script>`,
  'a refresh': (there) => `<meta http-equiv="refresh" content="0;url=${there}/refresh">`,
};
const allOnOnePage = (there: string) =>
  Object.values(attempts)
    .map((body) => body(there))
    .join('\n');

/** Where the other host listens, and how pages write it. */
const byName = { host: '127.0.0.1', written: 'localhost' };
const numbers = [
  { host: '127.0.0.2', written: '127.0.0.2' },
  { host: '127.0.0.2', written: '[::ffff:127.0.0.2]' },
];

/** Another host, and a vendor with a sign-in page that contains `body`. */
async function otherHostAndVendor(body: (there: string) => string, { host, written } = byName) {
  const requests: string[] = [];
  const otherHost = await serve(
    async ({ url }) => {
      requests.push(new URL(url).pathname);
      return html('other host');
    },
    { host },
  );
  const there = otherHost.url.replace(host, written);
  const reached: string[] = [];
  const pages: Handler = async ({ url }) => {
    const { pathname } = new URL(url);
    reached.push(pathname);
    if (pathname === '/away')
      return new Response(null, { status: 302, headers: { location: `${there}/away` } });
    if (pathname === '/sw.js')
      return new Response(`fetch('${there}/sw', {mode:'no-cors'})`, {
        headers: { 'content-type': 'text/javascript' },
      });
    return html(`<!DOCTYPE html><title>page</title>${body(there)}`);
  };
  return { requests, reached, pages, close: otherHost.close, there };
}

/** The requests that the other host gets from a session at such a page, which itself asks for `expected`. */
async function requestsOf(
  body: (there: string) => string,
  { address = byName, expected = ['/page'] }: { address?: typeof byName; expected?: string[] } = {},
) {
  const { requests, reached, pages, close, there } = await otherHostAndVendor(body, address);
  // Without the browser it is reached.
  await fetch(`${there}/directly`);
  expect(requests.splice(0)).toEqual(['/directly']);
  pagesOfTest = pages;
  await using _ = await startAt(`${world.site}/page`);
  await expect.poll(() => reached).toEqual(expect.arrayContaining(expected));
  await new Promise((done) => setTimeout(done, 1200));
  await close();
  return { requests, reached };
}

describe('[HUB-4] from the remote browser', () => {
  test('no part of a page and no script reaches another host', async () => {
    const { requests } = await requestsOf(allOnOnePage, { expected: ['/page', '/away'] });
    expect(requests).toEqual([]);
  });

  test.each(Object.entries(navigations))('%s does not reach another host', async (_name, body) => {
    const { requests } = await requestsOf(body);
    expect(requests).toEqual([]);
  });

  // Only Linux has a second address of its own without setting it up.
  test.runIf(process.platform === 'linux').each(numbers)(
    'neither a page nor a redirect reaches another host at $written',
    async (address) => {
      for (const body of [allOnOnePage, () => `<script>location = '/away'</script>`]) {
        const { requests } = await requestsOf(body, { address, expected: ['/page', '/away'] });
        expect(requests).toEqual([]);
      }
    },
  );

  test('no second window opens', async () => {
    const { reached } = await requestsOf(() => `<script>window.open('/second')</script>`);
    expect(reached).not.toContain('/second');
  });

  test('no file of this machine opens', async () => {
    await using client = await startAt('file:///etc/passwd');
    expect((await client.waitFor('SessionError'))[1]).toBe('unreachable');
  });
});
