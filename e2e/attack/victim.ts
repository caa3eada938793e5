import { currentReadings, currentUser, feedPath } from '@tealight/contract';
import { WebSocket } from 'ws';
import { connectedWearer, type Wearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { readingsOf } from '../browser/support/own-data.ts';
import type { Started } from './npm-start.ts';

/** A call of the wearer: how long it took (Infinity when it failed), and CPU time of the server in the meantime, in ms. */
export type Wait = { ms: number; serverCpuMs: number };

/** A wearer with a sensor and a lamp, who must not notice anything of the attack. */
export type Victim = AsyncDisposable & {
  wearer: Wearer;
  /** Secrets of this wearer. */
  secrets: readonly string[];
  waits: readonly Wait[];
  /** How often the lamp had to reconnect. */
  lampBreaks: () => number;
  /** How many readings of the sensor's site are missing, and how many are stored twice. */
  lost: () => Promise<{ missing: number; doubled: number }>;
};

const API_SECRET = 'a secret of the victim';
const SITE_TOKEN = 'reader-0123456789abcdef';
/** Between two calls of the wearer's page, ms. */
const ASK_EVERY_MS = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Younger readings may not be stored yet: a poll every five minutes, and its retries. */
const ON_ITS_WAY_MS = 6 * MINUTE_MS;
/** Ninety days are read in the background; all must be stored this long after an attack. */
const FILLED_WITHIN_MS = 60_000;

/** Starts normal use of a running server: the page sends calls, ninety days of readings are imported, the lamp shows the glow. */
export async function victimOf({ url, cpu }: Pick<Started, 'url' | 'cpu'>, address: string): Promise<Victim> {
  const site = await serve(nightscoutSite({ secret: API_SECRET, token: SITE_TOKEN }));
  const wearer = await connectedWearer(url, { endpoint: site.url, apiSecret: API_SECRET });
  const headers = { authorization: `Bearer ${wearer.token}`, 'x-forwarded-for': address };
  const { connectionCode: code } = (await (await fetch(url + currentUser.path, { headers })).json()) as {
    connectionCode: string;
  };
  const lamp = lampAt(url, code);
  const waits: Wait[] = [];
  const stop = new AbortController();
  const asking = ask({ url, cpu }, headers, { waits, stop: stop.signal });
  return {
    wearer,
    waits,
    secrets: [wearer.email, wearer.password, wearer.token, code, API_SECRET],
    lampBreaks: lamp.breaks,
    async lost() {
      const oldest = new Date(Date.now() - 90 * DAY_MS + 10 * MINUTE_MS).toISOString();
      const newest = new Date(Date.now() - ON_ITS_WAY_MS).toISOString();
      const counted = (readings: string[]) => readings.filter((one) => one > oldest && one < newest);
      const measured = counted(await allOf(site.url));
      for (const end = Date.now() + FILLED_WITHIN_MS; ; ) {
        const stored = counted(await readingsOf({ url }, wearer));
        const known = new Set(stored);
        const missing = measured.filter((one) => !known.has(one)).length;
        if (missing === 0 || Date.now() > end) return { missing, doubled: stored.length - known.size };
        await new Promise((resume) => setTimeout(resume, 2000));
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      lamp.close();
      await asking;
      await site.close();
    },
  };
}

async function ask(
  { url, cpu }: Pick<Started, 'url' | 'cpu'>,
  headers: Record<string, string>,
  { waits, stop }: { waits: Wait[]; stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const [begun, cpuBefore] = [performance.now(), cpu()];
    const signal = AbortSignal.timeout(30_000);
    const isFine = await fetch(url + currentReadings.path, { headers, signal }).then(
      (answer) => answer.arrayBuffer().then(() => answer.ok),
      () => false,
    );
    const ms = isFine ? performance.now() - begun : Number.POSITIVE_INFINITY;
    if (!stop.aborted) waits.push({ ms, serverCpuMs: cpu() - cpuBefore });
    await new Promise((resume) => setTimeout(resume, ASK_EVERY_MS));
  }
}

function lampAt(url: string, code: string) {
  let breaks = 0;
  let closed = false;
  let socket: WebSocket;
  const join = () => {
    socket = new WebSocket(`${url.replace('http', 'ws')}${feedPath}`);
    socket.on('open', () => socket.send(JSON.stringify({ code, id: 'bed' })));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (closed) return;
      breaks += 1;
      setTimeout(join, 1000);
    });
  };
  join();
  return {
    breaks: () => breaks,
    close() {
      closed = true;
      socket.close();
    },
  };
}

/** All readings of a simulated site, in the format of the wearer's export. */
async function allOf(site: string): Promise<string[]> {
  const answer = await fetch(`${site}/api/v1/entries/sgv.json?token=${SITE_TOKEN}&find[date][$gt]=1&count=0`);
  const entries = (await answer.json()) as { date: number; sgv: number }[];
  return entries.map(({ date, sgv }) => `${new Date(date).toISOString()} ${sgv}`);
}
