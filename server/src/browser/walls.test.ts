import { describe, expect, test, vi } from 'vitest';
import { type Handler, serve } from '../../../outside/upstream/serve.ts';
import { openWorld } from '../../test/remote-browser.ts';

vi.setConfig({ testTimeout: 60_000 });

const html = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });

/** Everything a page can try to get out by; `there` is the address of a stranger. */
const attempts: Record<string, (there: string) => string> = {
  'a picture': (there) => `<img src="${there}/img">`,
  'a script': (there) => `<script src="${there}/script"></script>`,
  'a frame': (there) => `<iframe src="${there}/frame"></iframe>`,
  'a style': (there) => `<link rel="stylesheet" href="${there}/style">`,
  'a guess ahead': (there) =>
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
  'a way on': (there) => `<script>location = '${there}/location'</script>`,
  'a redirect': () => `<script>location = '/away'</script>`,
  'a picture by redirect': () => `<img src="/away">`,
  'a refresh': (there) => `<meta http-equiv="refresh" content="0;url=${there}/refresh">`,
};

/** A stranger, and a vendor whose sign-in page says `body`. */
async function strangerAnd(body: (there: string) => string) {
  const asked: string[] = [];
  const stranger = await serve(async ({ url }) => {
    asked.push(new URL(url).pathname);
    return html('stranger');
  });
  const there = stranger.url.replace('127.0.0.1', 'localhost');
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
  return { asked, reached, pages, close: stranger.close, there };
}

/** What a session at such a page asked the stranger for. */
async function askedOf(body: (there: string) => string) {
  const { asked, reached, pages, close, there } = await strangerAnd(body);
  await using world = await openWorld({ pages });
  await using client = await world.client();
  const pending = { region: 'EU', state: 's', verifier: 'v'.repeat(43), redirectUri: 'app:/x' };
  await client.start(world.hand(1, `${world.site}/page`, pending));
  await client.hears('ScreenshotUpdate');
  await new Promise((done) => setTimeout(done, 1200));
  await close();
  return { asked, reached, there };
}

describe('[HUB-4] out of the remote browser leads', () => {
  test('nothing: neither part of a page nor its scripts reach another host', async () => {
    const still = Object.entries(attempts).filter(([name]) => !/^a (way on|redirect|refresh)$/.test(name));
    const { asked, reached } = await askedOf((there) => still.map(([, body]) => body(there)).join('\n'));
    expect(asked).toEqual([]);
    expect(reached).toContain('/page');
  });

  test.each(['a way on', 'a redirect', 'a refresh'])('not %s to another host', async (name) => {
    const { asked } = await askedOf(attempts[name] ?? (() => ''));
    expect(asked).toEqual([]);
  });

  test('no window besides its own', async () => {
    const { reached } = await askedOf(() => `<script>window.open('/second')</script>`);
    expect(reached).toContain('/page');
    expect(reached).not.toContain('/second');
  });

  test('no file of this machine', async () => {
    await using world = await openWorld();
    await using client = await world.client();
    const pending = { region: 'EU', state: 's', verifier: 'v'.repeat(43), redirectUri: 'app:/x' };
    await client.start(world.hand(1, 'file:///etc/passwd', pending));
    expect((await client.hears('SessionError'))[1]).toBe('unreachable');
  });
});
