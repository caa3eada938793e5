import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Source } from '@tealight/sources';
import pg from 'pg';
import * as z from 'zod';
import { openPolling } from '../../src/poll/polling.ts';
import { sealWith } from '../../src/seal/seal.ts';
import { openStore } from '../../src/store/store.ts';
import { MINUTE, SECOND } from '../../src/times.ts';
import { connected } from '../connections.ts';
import { newWearer } from '../wearers.ts';

/**
 * Polls a second and memory a connection, in real time: `node --expose-gc server/test/bench/poll-load.ts
 * [connections] [seconds] [postgres url]`. The source answers at once with one new reading; every connection asks
 * again as soon as it may.
 */
const [count = 2000, seconds = 10] = process.argv.slice(2, 4).map(Number);
const url = process.argv[4] ?? null;
const say = (text: string) => process.stdout.write(`${text}\n`);

const folder = await mkdtemp(join(tmpdir(), 'tealight-'));
const place = {
  url,
  file: join(folder, 'tealight.db'),
  ...(url !== null && { schema: `bench_${process.pid}` }),
};
const store = await openStore(place);
const seal = sealWith(['a key for measuring, and for nothing else']);
const noFetch: typeof fetch = async () => new Response();
let polls = 0;
const asked = new Map<number, number>();

const source: Source<unknown, { sensor: number }> = {
  ...{ name: 'simulated', historyMs: 3 * MINUTE, login: z.unknown() },
  session: z.object({ sensor: z.number() }),
  // Asks follow each other as fast as they are handled.
  rhythm: { everyMs: SECOND, visibleAfterMs: 0, pauseMs: 0 },
  connect: async () => ({ sensor: 0 }),
  async read({ sensor }, since, { fetch }) {
    polls += 1;
    await fetch('https://simulated.example/');
    const takenAt = Math.max(since, Date.now() - 60 * MINUTE, asked.get(sensor) ?? 0) + 31_000;
    asked.set(sensor, takenAt);
    return [{ takenAt, mgdl: 100, trend: 'steady' }];
  },
};

const before = used();
for (let sensor = 0; sensor < count; sensor += 1) {
  const wearerId = await newWearer(store);
  const sealedSession = seal.close(JSON.stringify({ sensor }), { wearerId, what: 'session' });
  const lastReadingAt = Date.now() - 60 * MINUTE;
  await store.connections.save(
    connected(wearerId, { sealedSession, nextAt: Date.now(), fillAt: null, lastReadingAt, state: 'fine' }),
    Date.now(),
  );
}
const polling = openPolling({
  ...{
    store,
    seal,
    now: Date.now,
    fetchFor: () => noFetch,
    sources: { nightScout: { type: 'nightScout', source } },
  },
  log: { info: () => {}, warn: () => {}, error: (line) => say(JSON.stringify(line)) },
});
const cpu = process.cpuUsage();
const began = performance.now();
polling.start();
await pause(seconds * SECOND);
const tookS = (performance.now() - began) / SECOND;
const { user, system } = process.cpuUsage(cpu);
const rate = polls / tookS;
say(
  `${polls} polls in ${tookS.toFixed(1)} s: ${rate.toFixed(0)} a second, ${((user + system) / polls).toFixed(0)} µs of processor each`,
);
say(
  `memory: ${((used() - before) / count).toFixed(0)} bytes a connection on the heap, ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB in all`,
);
await polling[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
await rm(folder, { recursive: true });
if (url !== null) await dropped(url, place.schema ?? '');

function used(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function dropped(server: string, schema: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
}
