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
import { openPolling } from '../../src/poll/polling.ts';
import { guardedFetch } from '../../src/reach/guarded-fetch.ts';
import { sealWith } from '../../src/seal/seal.ts';
import { openStore } from '../../src/store/store.ts';
import { connected } from '../connections.ts';
import { newWearer } from '../wearers.ts';

const CONNECTIONS = 4000;
const SECONDS = 10;
const MINUTE_MS = 60_000;
const STEP_MS = 31_000;

const self = fileURLToPath(import.meta.url);
/**
 * Polls a second over real HTTP: this process polls and stores, a second one plays all the sites:
 * `node server/test/bench/poll-http.ts`. Tells `Measured`, to its parent or as a line of JSON.
 */
if (process.argv[2] === 'sites') serveSites();
else await run();

/** `rate` and `bareRate` a second, `processor` in microseconds a poll. */
export type Measured = { rate: number; bareRate: number; processor: number };

async function run(): Promise<void> {
  const sites = fork(self, ['sites']);
  const [port] = (await once(sites, 'message')) as [number];
  try {
    const found = await measured(`http://127.0.0.1:${port}`);
    if (process.send === undefined) process.stdout.write(`${JSON.stringify(found)}\n`);
    else process.send(found);
  } finally {
    sites.kill();
  }
}

async function measured(sites: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-polls-'));
  const store = await openStore({ url: null, file: join(folder, 'tealight.db') });
  const seal = sealWith(['a key for measuring, and for nothing else']);
  const oldest = Date.now() - 60 * MINUTE_MS;
  for (let site = 0; site < CONNECTIONS; site += 1) {
    const wearerId = await newWearer(store);
    const session: NightscoutSession = { api: 'v1', base: `${sites}/${site}`, secretSha1: null };
    const sealedSession = seal.close(JSON.stringify(session), { wearerId, what: 'session' });
    const standing = { nextAt: Date.now(), fillAt: null, lastReadingAt: oldest, state: 'fine' } as const;
    await store.connections.save(connected(wearerId, { ...standing, sealedSession }), Date.now());
  }
  const site = nightscout();
  let count = 0;
  const source = {
    ...site,
    // Asks follow each other as fast as they are handled.
    rhythm: { everyMs: 1000, visibleAfterMs: 0, pauseMs: 0 },
    read: (...asked: Parameters<typeof site.read>) => {
      count += 1;
      return site.read(...asked);
    },
  };
  const fetching = guardedFetch({ privateAllowed: true });
  const bare = await bareRate(fetching, sites);
  const polling = openPolling({
    ...{ store, seal, now: Date.now, fetchFor: () => fetching },
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

/** Calls a second that the guarded client makes when nothing is done with the answers. */
async function bareRate(fetching: typeof fetch, sites: string): Promise<number> {
  const end = Date.now() + 4000;
  let calls = 0;
  const ask = async (site: number): Promise<void> => {
    while (Date.now() < end) {
      await (await fetching(`${sites}/${site}/api/v1/entries/sgv.json?find[date][$gt]=1&count=20`)).text();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: 100 }, (_, site) => ask(site)));
  return calls / 4;
}

/** Every path is a site, whose next reading is there whenever it is asked. */
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
