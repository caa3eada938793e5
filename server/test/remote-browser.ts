import { once } from 'node:events';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { browserEvents, browserHubPath } from '@tealight/contract';
import { medtronic } from '@tealight/sources';
import Fastify from 'fastify';
import { type CareLinkOptions, careLinkVendor } from '../../outside/upstream/carelink.ts';
import { type Handler, serve } from '../../outside/upstream/serve.ts';
import { type BrowserParts, openBrowser } from '../src/browser/browser.ts';
import type { Log } from '../src/log.ts';

export const login = { username: 'robin.example', password: 'made-up-password' };
export const WIDTH = 1080;
export const HEIGHT = 720;

type More = {
  carelink?: Partial<CareLinkOptions>;
  /** Another vendor's pages than the simulated ones, at the same base. */
  pages?: Handler;
  parts?: Partial<Pick<BrowserParts<never>, 'chromium' | 'limits' | 'origins' | 'sandbox' | 'wearerOf'>>;
};

/** Keeps what was logged, as one text. */
export function listening(): { log: Log; said: () => string } {
  const lines: string[] = [];
  const hear = (line: unknown) => void lines.push(JSON.stringify(line));
  const log = { debug: hear, info: hear, warn: hear, error: hear } as unknown as Log;
  return { log, said: () => lines.join('\n') };
}

/** A server with a remote browser, and a simulated CareLink. Access tokens are `wearer-1`, `wearer-2`, … */
export async function openWorld({ carelink = {}, pages, parts = {} }: More = {}) {
  const vendor = careLinkVendor({ ...login, ...carelink });
  const site = await serve(pages ?? vendor);
  const source = medtronic(site.url);
  /** What was handed to whom. */
  const handed = new Map<string, unknown>();
  const hand = (wearerId: number, captchaUrl: string, pending: unknown) => {
    handed.set(`${wearerId} ${captchaUrl}`, pending);
    return captchaUrl;
  };
  const { log, said } = listening();
  const wearerOf = async (token: string) => Number(/^wearer-(\d+)$/.exec(token)?.[1] ?? 0) || null;
  const browser = openBrowser({
    chromium: process.env.CHROMIUM || null,
    // Its files are in folders of this test that no other user may enter.
    sandbox: { kind: 'off' },
    networkOf: ({ headers }) => String(headers['x-forwarded-for'] ?? 'here'),
    source,
    begun: async (wearerId, captchaUrl) => handed.get(`${wearerId} ${captchaUrl}`) ?? null,
    wearerOf,
    origins: [],
    log,
    ...parts,
  });
  const app = Fastify();
  app.removeContentTypeParser('text/plain');
  browser.serve(app);
  app.server.on('upgrade', (request, socket, head) => {
    if (!browser.upgrade(request, socket, head)) socket.destroy();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const begin = async (wearerId: number, isUsRegion = false) => {
    const world = { fetch, now: Date.now, signal: AbortSignal.timeout(10_000) };
    const begun = await source.begin({ isUsRegion }, world);
    return { ...begun, address: hand(wearerId, begun.captchaUrl, begun.pending) };
  };
  return {
    url,
    site: site.url,
    browser,
    source,
    hand,
    said,
    begin,
    feels: (mood: string) =>
      fetch(`${site.url}/__world/mood`, { method: 'POST', body: JSON.stringify({ mood }) }),
    client: (token = 'wearer-1') => connected(url, token),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await app.close();
      await site.close();
    },
  };
}

export type Client = Awaited<ReturnType<typeof connected>>;

/** The unmodified public client, with everything it was told. */
async function connected(url: string, token: string) {
  const hub: HubConnection = new HubConnectionBuilder()
    .withUrl(`${url}${browserHubPath}`, {
      accessTokenFactory: () => token,
      transport: HttpTransportType.WebSockets,
    })
    .configureLogging(LogLevel.None)
    .build();
  const told: { event: string; args: unknown[] }[] = [];
  const ear = new EventTarget();
  for (const event of Object.keys(browserEvents)) {
    hub.on(event, (...args: unknown[]) => {
      told.push({ event, args });
      ear.dispatchEvent(new Event('told'));
    });
  }
  await hub.start();
  return {
    hub,
    told,
    names: () => told.map(({ event }) => event),
    start: (address: string, who = login) =>
      hub.invoke('StartCaptchaSession', address, who.username, who.password, WIDTH, HEIGHT),
    click: (x: number, y: number, size: readonly [number, number] = [WIDTH, HEIGHT]) =>
      hub.invoke('SendClick', x, y, ...size),
    /** What an event brings, once it has come (again, after `past`). */
    async hears(event: string, past = 0): Promise<unknown[]> {
      for (;;) {
        const found = told.slice(past).find((each) => each.event === event);
        if (found !== undefined) return found.args;
        await once(ear, 'told', { signal: AbortSignal.timeout(15_000) });
      }
    },
    [Symbol.asyncDispose]: () => hub.stop(),
  };
}

/** Where things are on the simulated sign-in page, in its own pixels. */
export const spots = {
  username: [540, 170],
  password: [540, 248],
  captcha: [390, 323],
  send: [540, 401],
} as const;
