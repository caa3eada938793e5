import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
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
 * [connections] [seconds] [url of an empty PostgreSQL database]`. The source answers at once with one new reading; every
 * connection is polled again as soon as possible. Sends `PollLoad` to its parent process, or prints it.
 */
const [count = 2000, seconds = 10] = process.argv.slice(2, 4).map(Number);
const url = process.argv[4] || null;
/** So many connections are stored at once. */
const AT_ONCE = 20;

/**
 * Polls per second, CPU time in microseconds of each in this process and on the whole machine, bytes of heap a
 * connection, memory in all (MB), and bytes that a reading takes in the store, with its indexes and what PostgreSQL has
 * not yet cleared.
 */
export type PollLoad = {
  rate: number;
  cpuUs: number;
  machineCpuUs: number;
  bytesEach: number;
  memoryMb: number;
  bytesAReading: number;
};

const folder = await mkdtemp(join(tmpdir(), 'tealight-'));
const file = join(folder, 'tealight.db');
const store = await openStore({ url, file });
const encryption = encryptionWith(['an encryption key for benchmarks only']);
const noFetch: typeof fetch = async () => new Response();
let polls = 0;
const newestOf = new Map<number, number>();

const source: Source<unknown, { sensor: number }> = {
  name: 'simulated',
  historyMs: 3 * MINUTE,
  login: z.unknown(),
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
for (let first = 0; first < count; first += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => add(first + index)),
  );

async function add(sensor: number): Promise<void> {
  const wearerId = await newWearer(store);
  const encryptedSession = encryption.encrypt(JSON.stringify({ sensor }), { wearerId, what: 'session' });
  const lastReadingAt = Date.now() - 60 * MINUTE;
  const due = { nextAt: Date.now(), backfillAt: null, lastReadingAt, state: 'fine' } as const;
  await store.connections.save(connected(wearerId, { encryptedSession, ...due }), Date.now());
}

const polling = openPolling({
  store,
  encryption,
  now: Date.now,
  fetchFor: () => noFetch,
  sources: { nightScout: { type: 'nightScout', source } },
  log: { info: () => {}, warn: () => {}, error: (line) => process.stderr.write(`${JSON.stringify(line)}\n`) },
});
// The server does this automatically within a minute or two; until then it plans as if the new tables were empty.
await query('vacuum analyze');
const storedBefore = await storedBytes();
const cpu = process.cpuUsage();
const machineCpu = machineCpuUs();
const began = performance.now();
polling.start();
await pause(seconds * SECOND);
const tookS = (performance.now() - began) / SECOND;
const { user, system } = process.cpuUsage(cpu);
const load: PollLoad = {
  rate: polls / tookS,
  cpuUs: (user + system) / polls,
  machineCpuUs: (machineCpuUs() - machineCpu) / polls,
  bytesEach: (usedHeap() - before) / count,
  memoryMb: process.memoryUsage().rss / 2 ** 20,
  bytesAReading: ((await storedBytes()) - storedBefore) / polls,
};
if (process.send === undefined) process.stdout.write(`${JSON.stringify(load)}\n`);
else process.send(load);
await polling[Symbol.asyncDispose]();
await store[Symbol.asyncDispose]();
await rm(folder, { recursive: true });

function usedHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function machineCpuUs(): number {
  return cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) * 1000, 0);
}

/** The size of the table of readings, or of the file that holds all tables. */
async function storedBytes(): Promise<number> {
  const rows = await query(`select pg_total_relation_size('readings') as bytes`);
  return rows === null ? (await stat(file)).size : Number(rows[0].bytes);
}

/** Null without PostgreSQL. */
async function query(sql: string) {
  if (url === null) return null;
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
