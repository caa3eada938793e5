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
import { openPolling } from '../../server/src/poll/polling.ts';
import { guardedFetch } from '../../server/src/reach/guarded-fetch.ts';
import { sealWith } from '../../server/src/seal/seal.ts';
import { openStore } from '../../server/src/store/store.ts';
import { connected } from '../../server/test/connections.ts';
import { newWearer } from '../../server/test/wearers.ts';
import { atLeast, type Result, told } from './result.ts';

const CONNECTIONS = 4000;
const SECONDS = 10;
/** What an installation with 300,000 wearers of five-minute sensors needs. */
const LEAST_POLLS = 1000;
const MINUTE_MS = 60_000;
const STEP_MS = 31_000;

const self = fileURLToPath(import.meta.url);
if (process.argv[2] === 'sites') serveSites();

/** Polls a second over real HTTP: one process polls and stores, a second one plays all the sites. */
export async function polls(): Promise<Result[]> {
  const sites = fork(self, ['sites']);
  const [port] = (await once(sites, 'message')) as [number];
  try {
    return await measured(`http://127.0.0.1:${port}`);
  } finally {
    sites.kill();
  }
}

async function measured(sites: string): Promise<Result[]> {
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
    log: { info: () => {}, warn: () => {}, error: (line) => console.error(line) },
  });
  const cpu = process.cpuUsage();
  polling.start();
  await pause(SECONDS * 1000);
  const { user, system } = process.cpuUsage(cpu);
  const rate = count / SECONDS;
  await polling[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  return [
    atLeast('polls a second over HTTP, each with a new reading', rate, { least: LEAST_POLLS }),
    told('processor a poll', `${((user + system) / count).toFixed(0)} µs`),
    told('as a share of the calls alone, nothing read or stored', (rate / bare).toFixed(2)),
  ];
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
