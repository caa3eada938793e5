import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { openDevices } from '../../src/devices/devices.ts';
import { openGlow } from '../../src/glow/glow.ts';
import { openStore } from '../../src/store/store.ts';
import { newWearer } from '../wearers.ts';

/**
 * A node that serves devices of many wearers and stores readings on request, in a separate process:
 * `node server/test/bench/device-server.ts <wearers>`. Sends `{ url, mqtt, codes }`; accepts `{ keep, seconds }`
 * (readings per second, each of another wearer), `{ day }` and `{ restart }`.
 */
const wearers = Number(process.argv[2] ?? 1000);
const quiet = { debug() {}, info() {}, warn: writeLine, error: writeLine };
function writeLine(line: unknown): void {
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

const folder = await mkdtemp(join(tmpdir(), 'tealight-devices-'));
const store = await openStore({ url: null, file: join(folder, 'tealight.db') });
const ids: number[] = [];
await store.transaction(async (stores) => {
  for (let index = 0; index < wearers; index += 1) ids.push(await newWearer(stores));
  const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;
  for (const id of ids) await stores.wearers.saveRange(id, range);
});
const codes = await Promise.all(ids.map(async (id) => (await store.wearers.byId(id))?.code ?? ''));

async function open(ports: { http: number; mqtt: number }) {
  const glow = openGlow({ store, changes: store.changes, log: quiet });
  const devices = await openDevices({
    store,
    changes: store.changes,
    glows: glow,
    trustedProxies: [],
    limits: null,
    mqtt: { host: '127.0.0.1', port: ports.mqtt, portGiven: true, tls: null },
    mqttUrl: null,
    mqttHooksSecret: null,
    publicUrl: 'http://localhost',
    version: '0.0.0',
    log: quiet,
  });
  const app = Fastify({ forceCloseConnections: 'idle' });
  devices.serve(app);
  app.server.on('upgrade', (request, socket, head) => devices.upgrade(request, socket, head));
  await app.listen({ host: '127.0.0.1', port: ports.http, backlog: 4096 });
  return {
    http: (app.server.address() as AddressInfo).port,
    mqtt: devices.mqttPort ?? 0,
    async close() {
      await app.close();
      await devices[Symbol.asyncDispose]();
      glow[Symbol.dispose]();
    },
  };
}
let node = await open({ http: 0, mqtt: 0 });

/** `takenAt` is the time just before storing, so that receivers can measure the delay. */
async function storeReadings(perSecond: number, seconds: number): Promise<void> {
  const tick = Math.max(1, Math.round(perSecond / 50));
  const start = performance.now();
  let next = 0;
  for (let stored = 0; stored < perSecond * seconds; stored += tick) {
    const takenAt = Date.now();
    const some = Array.from({ length: tick }, () => ids[next++ % ids.length] ?? 0);
    await store.readings.add(
      some.map((wearerId) => ({ wearerId, takenAt, mgdl: 80 + (next % 100), trend: 'steady' })),
    );
    for (const wearerId of some) store.changes.publish(wearerId, 'readings');
    const aheadMs = start + ((stored + tick) / perSecond) * 1000 - performance.now();
    if (aheadMs > 0) await pause(aheadMs);
  }
}

/** Stores a day of readings of the first wearer. */
async function storeDay(): Promise<void> {
  const [wearerId = 0] = ids;
  const newest = Date.now();
  await store.readings.add(
    Array.from({ length: 288 }, (_, index) => ({
      wearerId,
      takenAt: newest - index * 300_000,
      mgdl: 80 + (index % 100),
      trend: 'steady' as const,
    })),
  );
  store.changes.publish(wearerId, 'readings');
}

type Command = { keep?: number; seconds?: number; restart?: boolean; memory?: boolean; day?: boolean };

process.on('message', async ({ keep: perSecond, seconds = 1, restart, memory, day }: Command) => {
  if (perSecond !== undefined) await storeReadings(perSecond, seconds);
  if (day === true) await storeDay();
  if (restart === true) {
    await node.close();
    node = await open(node);
  }
  if (memory === true) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ done: true, rss, heap: heapUsed + external });
});
process.once('SIGTERM', async () => {
  await node.close();
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
  process.disconnect?.();
});
process.send?.({ url: `http://127.0.0.1:${node.http}`, mqtt: node.mqtt, codes });
