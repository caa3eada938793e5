import type { AddressInfo } from 'node:net';
import { feedPath, type GlowMessage } from '@tealight/contract';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import Fastify from 'fastify';
import { WebSocket } from 'ws';
import { openDevices } from '../src/devices/devices.ts';
import { openGlow } from '../src/glow/glow.ts';
import { openLimits } from '../src/limits/limits.ts';
import { memoryLimits } from '../src/limits/memory-backend.ts';
import type { Store } from '../src/store/store.ts';
import { newWearer } from './wearers.ts';

/** Limits in memory only. Their clock stands still: no wait of somebody who is slowed down ends within a test. */
function openMemoryLimits() {
  const openedAt = Date.now();
  return openLimits({ shared: memoryLimits(), secret: 'a test', log: quiet, now: () => openedAt });
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;

/** A node that serves devices, with the wearer Ada. `keep` stores a reading of hers. */
export async function openTestServer(
  store: Store,
  options: {
    limits?: boolean;
    adaId?: number;
    mqttUrl?: string;
    mqttHooksSecret?: string;
    now?: () => number;
  } = {},
) {
  const resources = new AsyncDisposableStack();
  const ada = options.adaId ?? (await newWearer(store));
  if (options.adaId === undefined) await store.wearers.saveRange(ada, range);
  const glow = resources.use(openGlow({ store, changes: store.changes, log: quiet }));
  const devices = resources.use(
    await openDevices({
      store,
      changes: store.changes,
      glows: glow,
      trustedProxies: [],
      limits: (options.limits ?? true) ? openMemoryLimits() : null,
      mqtt: options.mqttUrl === undefined ? { host: '127.0.0.1', port: 0, portGiven: true, tls: null } : null,
      mqttUrl: options.mqttUrl ?? null,
      mqttHooksSecret: options.mqttHooksSecret ?? null,
      publicUrl: 'https://tealight.example.org',
      version: '0.0.0',
      log: quiet,
      ...(options.now !== undefined && { now: options.now }),
    }),
  );
  const app = Fastify({
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  });
  devices.serve(app);
  app.server.on('upgrade', (request, socket, head) => {
    if (!devices.upgrade(request, socket, head)) socket.destroy();
  });
  resources.defer(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    store,
    ada,
    glow,
    devices,
    port,
    url: `http://127.0.0.1:${port}`,
    code: async () => (await store.wearers.byId(ada))?.code ?? '',
    async keep(mgdl: number, agoMs = 0) {
      await store.readings.add([{ wearerId: ada, takenAt: Date.now() - agoMs, mgdl, trend: 'steady' }]);
      store.changes.publish(ada, 'readings');
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A lamp on a WebSocket, with the messages that it has received and the reason of its end. */
export function lampAt(
  { port }: Pick<TestServer, 'port'>,
  options: { query?: Record<string, string>; first?: unknown; bearer?: string } = {},
) {
  const query = options.query === undefined ? '' : `?${new URLSearchParams(options.query)}`;
  const headers = options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${feedPath}${query}`, { headers });
  const received: GlowMessage[] = [];
  const left = Promise.withResolvers<{ code: number; reason: string }>();
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as GlowMessage));
  socket.on('close', (code, reason) => left.resolve({ code, reason: String(reason) }));
  socket.on('error', () => {});
  if (options.first !== undefined) {
    socket.on('open', () =>
      socket.send(typeof options.first === 'string' ? options.first : JSON.stringify(options.first)),
    );
  }
  return { socket, received, left: left.promise, close: () => socket.close() };
}
