import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type NightscoutSession, nightscout } from '@tealight/sources';
import { encryptionWith } from '../../src/encryption/cipher.ts';
import { guardedFetch } from '../../src/outbound-http/guarded-fetch.ts';
import { openPolling } from '../../src/polling/polling.ts';
import { openStore } from '../../src/store/store.ts';
import { connected } from '../connections.ts';
import { newWearer } from '../wearers.ts';

const CONNECTIONS = 4000;
const SECONDS = 10;
const MINUTE_MS = 60_000;
const STEP_MS = 31_000;

const self = fileURLToPath(import.meta.url);
/**
 * Measures polls per second over real HTTP: this process polls and stores, a second one simulates all sites:
 * `node server/test/bench/poll-http.ts`. Reports `PollRate` to its parent process or as JSON.
 */
if (process.argv[2] === 'sites') serveSites();
else await run();

/** Polls per second (`rate`), HTTP calls per second without polling (`bareRate`), and CPU microseconds per poll. */
export type PollRate = { rate: number; bareRate: number; processor: number };

async function run(): Promise<void> {
  const sites = fork(self, ['sites']);
  const [port] = (await once(sites, 'message')) as [number];
  try {
    const found = await measure(`http://127.0.0.1:${port}`);
    if (process.send === undefined) process.stdout.write(`${JSON.stringify(found)}\n`);
    else process.send(found);
  } finally {
    sites.kill();
  }
}

async function measure(sites: string): Promise<PollRate> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-polls-'));
  const store = await openStore({ url: null, file: join(folder, 'tealight.db') });
  const encryption = encryptionWith(['an encryption key for benchmarks only']);
  const oldest = Date.now() - 60 * MINUTE_MS;
  for (let site = 0; site < CONNECTIONS; site += 1) {
    const wearerId = await newWearer(store);
    const session: NightscoutSession = { api: 'v1', base: `${sites}/${site}`, secretSha1: null };
    const encryptedSession = encryption.encrypt(JSON.stringify(session), { wearerId, what: 'session' });
    const state = { nextAt: Date.now(), backfillAt: null, lastReadingAt: oldest, state: 'fine' } as const;
    await store.connections.save(connected(wearerId, { ...state, encryptedSession }), Date.now());
  }
  const site = nightscout();
  let count = 0;
  const source = {
    ...site,
    // Polls follow each other as fast as they are processed.
    rhythm: { everyMs: 1000, visibleAfterMs: 0, pauseMs: 0 },
    read: (...args: Parameters<typeof site.read>) => {
      count += 1;
      return site.read(...args);
    },
  };
  const fetchUrl = guardedFetch({ privateAllowed: true });
  const bare = await bareRate(fetchUrl, sites);
  const polling = openPolling({
    store,
    encryption,
    now: Date.now,
    fetchFor: () => fetchUrl,
    sources: { nightScout: { type: 'nightScout', source: source as never } },
    log: {
      info: () => {},
      warn: () => {},
      error: (line) => process.stderr.write(`${JSON.stringify(line)}\n`),
    },
  });
  const cpu = process.cpuUsage();
  polling.start();
  await pause(SECONDS * 1000);
  const { user, system } = process.cpuUsage(cpu);
  const rate = count / SECONDS;
  await polling[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  return { rate, bareRate: bare, processor: (user + system) / count };
}

/** Calls per second of the guarded fetch alone. */
async function bareRate(fetchUrl: typeof fetch, sites: string): Promise<number> {
  const end = Date.now() + 4000;
  let calls = 0;
  const callSite = async (site: number): Promise<void> => {
    while (Date.now() < end) {
      await (await fetchUrl(`${sites}/${site}/api/v1/entries/sgv.json?find[date][$gt]=1&count=20`)).text();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: 100 }, (_, site) => callSite(site)));
  return calls / 4;
}

/** Every path is a site that returns a new reading to every call. */
function serveSites(): void {
  const newest = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = request.url?.split('/')[1] ?? '';
    const date = (newest.get(name) ?? Date.now() - 60 * MINUTE_MS) + STEP_MS;
    newest.set(name, date);
    const entry = { _id: '68eb0000000000000000', device: 'xDrip-DexcomG6', date, sgv: 120, type: 'sgv' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([{ ...entry, dateString: new Date(date).toISOString(), direction: 'Flat' }]));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
