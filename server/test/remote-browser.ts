import { once } from 'node:events';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { browserEvents, browserHubPath } from '@tealight/contract';
import { medtronic } from '@tealight/sources';
import Fastify from 'fastify';
import { type CareLinkOptions, careLinkVendor } from '../../simulators/carelink/carelink.ts';
import { type Handler, serve } from '../../simulators/serve.ts';
import { openRemoteBrowser, type RemoteBrowserDependencies } from '../src/remote-browser/remote-browser.ts';
import type { Log } from '../src/shared/log.ts';

export const login = { username: 'robin.example', password: 'made-up-password' };
export const WIDTH = 1080;
export const HEIGHT = 720;

type WorldOptions = {
  carelink?: Partial<CareLinkOptions>;
  /** Pages instead of the simulated vendor's. */
  pages?: Handler;
  dependencies?: Partial<
    Pick<RemoteBrowserDependencies<never>, 'chromium' | 'limits' | 'origins' | 'sandbox' | 'signedInBy'>
  >;
};

/** A log that can be read as one text. */
export function openTestLog(): { log: Log; logged: () => string } {
  const entries: string[] = [];
  const write = (entry: unknown) => void entries.push(JSON.stringify(entry));
  const log = { debug: write, info: write, warn: write, error: write } as unknown as Log;
  return { log, logged: () => entries.join('\n') };
}

/** A server with a remote browser, and a simulated CareLink. Access tokens are `wearer-1`, `wearer-2`, … */
export async function openWorld({ carelink = {}, pages, dependencies = {} }: WorldOptions = {}) {
  const vendor = careLinkVendor({ ...login, ...carelink });
  const site = await serve(pages ?? vendor);
  const source = medtronic({ address: site.url });
  /** Pending sign-ins by wearer and address. */
  const pendingSignIns = new Map<string, unknown>();
  const addPending = (wearerId: number, captchaUrl: string, pending: unknown) => {
    pendingSignIns.set(`${wearerId} ${captchaUrl}`, pending);
    return captchaUrl;
  };
  const { log, logged } = openTestLog();
  const signedInBy = async (token: string) => {
    const id = Number(/^wearer-(\d+)$/.exec(token)?.[1] ?? 0);
    return id === 0 ? null : { accountId: id, wearerId: id };
  };
  const browser = openRemoteBrowser({
    chromium: process.env.CHROMIUM || null,
    // The files of the test are in folders that another user cannot access.
    sandbox: { kind: 'off' },
    networkOf: ({ headers }) => String(headers['x-forwarded-for'] ?? 'here'),
    source,
    findPendingSignIn: async (wearerId, captchaUrl) =>
      pendingSignIns.get(`${wearerId} ${captchaUrl}`) ?? null,
    signedInBy,
    origins: [],
    log,
    ...dependencies,
  });
  const app = Fastify();
  app.removeContentTypeParser('text/plain');
  browser.serve(app);
  app.server.on('upgrade', (request, socket, head) => {
    if (!browser.upgrade(request, socket, head)) socket.destroy();
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const begin = async (wearerId: number, isUsRegion = false) => {
    const options = { fetch, now: Date.now, signal: AbortSignal.timeout(10_000) };
    const signIn = await source.begin({ isUsRegion }, options);
    return { ...signIn, address: addPending(wearerId, signIn.captchaUrl, signIn.pending) };
  };
  return {
    url,
    site: site.url,
    browser,
    source,
    addPending,
    logged,
    begin,
    setScenario: (scenario: string) =>
      fetch(`${site.url}/__simulator/scenario`, { method: 'POST', body: JSON.stringify({ scenario }) }),
    client: (token = 'wearer-1') => connected(url, token),
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await app.close();
      await site.close();
    },
  };
}

export type Client = Awaited<ReturnType<typeof connected>>;

/** The unmodified public client, with all events that it has received. */
async function connected(url: string, token: string) {
  const hub: HubConnection = new HubConnectionBuilder()
    .withUrl(`${url}${browserHubPath}`, {
      accessTokenFactory: () => token,
      transport: HttpTransportType.WebSockets,
    })
    .configureLogging(LogLevel.None)
    .build();
  const received: { event: string; args: unknown[] }[] = [];
  const eventTarget = new EventTarget();
  for (const event of Object.keys(browserEvents)) {
    hub.on(event, (...args: unknown[]) => {
      received.push({ event, args });
      eventTarget.dispatchEvent(new Event('received'));
    });
  }
  await hub.start();
  return {
    hub,
    received,
    names: () => received.map(({ event }) => event),
    start: (address: string, who = login) =>
      hub.invoke('StartCaptchaSession', address, who.username, who.password, WIDTH, HEIGHT),
    click: (x: number, y: number, size: readonly [number, number] = [WIDTH, HEIGHT]) =>
      hub.invoke('SendClick', x, y, ...size),
    /** The arguments of an event, once it is received; `skip`: ignore the first events of any name. */
    async waitFor(event: string, skip = 0): Promise<unknown[]> {
      for (;;) {
        const found = received.slice(skip).find((each) => each.event === event);
        if (found !== undefined) return found.args;
        await once(eventTarget, 'received', { signal: AbortSignal.timeout(50_000) });
      }
    },
    [Symbol.asyncDispose]: () => hub.stop(),
  };
}

/** Positions on the simulated sign-in page, in its pixels. */
export const positions = {
  username: [540, 170],
  password: [540, 248],
  captcha: [390, 323],
  send: [540, 401],
} as const;
