import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Source } from '@tealight/sources';
import pg from 'pg';
import * as z from 'zod';
import { encryptionWith } from '../../src/encryption/cipher.ts';
import { openPolling } from '../../src/polling/polling.ts';
import { MINUTE, SECOND } from '../../src/shared/time-units.ts';
import { openStore } from '../../src/store/store.ts';
import { connected } from '../connections.ts';
import { newWearer } from '../wearers.ts';

/**
 * Measures polls per second and memory for each connection, in real time: `node --expose-gc server/test/bench/poll-load.ts
 * [connections] [seconds] [postgres url]`. The source answers at once with one new reading; every connection is
 * polled again as soon as possible.
 */
const [count = 2000, seconds = 10] = process.argv.slice(2, 4).map(Number);
const url = process.argv[4] ?? null;
const print = (text: string) => process.stdout.write(`${text}\n`);

const folder = await mkdtemp(join(tmpdir(), 'tealight-'));
const location = {
  url,
  file: join(folder, 'tealight.db'),
  ...(url !== null && { schema: `bench_${process.pid}` }),
};
const store = await openStore(location);
const encryption = encryptionWith(['an encryption key for benchmarks only']);
const noFetch: typeof fetch = async () => new Response();
let polls = 0;
const newestOf = new Map<number, number>();

const source: Source<unknown, { sensor: number }> = {
  ...{ name: 'simulated', historyMs: 3 * MINUTE, login: z.unknown() },
  session: z.object({ sensor: z.number() }),
  // Polls follow each other as fast as they are processed.
  rhythm: { everyMs: SECOND, visibleAfterMs: 0, pauseMs: 0 },
  connect: async () => ({ sensor: 0 }),
  async read({ sensor }, since, { fetch }) {
    polls += 1;
    await fetch('https://simulated.example/');
    const takenAt = Math.max(since, Date.now() - 60 * MINUTE, newestOf.get(sensor) ?? 0) + 31_000;
    newestOf.set(sensor, takenAt);
    return [{ takenAt, mgdl: 100, trend: 'steady' }];
  },
};

const before = usedHeap();
for (let sensor = 0; sensor < count; sensor += 1) {
  const wearerId = await newWearer(store);
  const encryptedSession = encryption.encrypt(JSON.stringify({ sensor }), { wearerId, what: 'session' });
  const lastReadingAt = Date.now() - 60 * MINUTE;
  await store.connections.save(
    connected(wearerId, {
      encryptedSession,
      nextAt: Date.now(),
      backfillAt: null,
      lastReadingAt,
      state: 'fine',
    }),
    Date.now(),
  );
}
const polling = openPolling({
  ...{
    store,
    encryption,
    now: Date.now,
    fetchFor: () => noFetch,
    sources: { nightScout: { type: 'nightScout', source } },
  },
  log: { info: () => {}, warn: () => {}, error: (line) => print(JSON.stringify(line)) },
});
const cpu = process.cpuUsage();
const began = performance.now();
polling.start();
await pause(seconds * SECOND);
const tookS = (performance.now() - began) / SECOND;
const { user, system } = process.cpuUsage(cpu);
const rate = polls / tookS;
print(
  `${polls} polls in ${tookS.toFixed(1)} s: ${rate.toFixed(0)} a second, ${((user + system) / polls).toFixed(0)} µs of processor each`,
);
print(
  `memory: ${((usedHeap() - before) / count).toFixed(0)} bytes a connection on the heap, ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB in all`,
);
await polling[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
await rm(folder, { recursive: true });
if (url !== null) await dropSchema(url, location.schema ?? '');

function usedHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function dropSchema(server: string, schema: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`drop schema ${schema} cascade`);
  await client.end();
}
