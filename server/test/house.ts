import type { AddressInfo } from 'node:net';
import { feedPath, type GlowMessage } from '@tealight/contract';
import Fastify from 'fastify';
import { WebSocket } from 'ws';
import { openDevices } from '../src/devices/devices.ts';
import { openGlow } from '../src/glow/glow.ts';
import { openLimits } from '../src/limits/limits.ts';
import { memoryLimits } from '../src/limits/memory.ts';
import type { Store } from '../src/store/store.ts';
import { newWearer } from './wearers.ts';

/** Limits of one node alone. */
export const memoryOnly = () =>
  openLimits({ shared: memoryLimits(), secret: 'a test', log: quiet, now: Date.now });

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 } as const;

export type House = Awaited<ReturnType<typeof openHouse>>;

/** A node that serves devices, with the wearer Ada in its store; her code and readings are at hand. */
export async function openHouse(
  store: Store,
  more: { limits?: boolean; adaId?: number; mqttUrl?: string; mqttHooksSecret?: string } = {},
) {
  const left = new AsyncDisposableStack();
  const ada = more.adaId ?? (await newWearer(store));
  if (more.adaId === undefined) await store.wearers.saveRange(ada, range);
  const glow = left.use(openGlow({ store, changes: store.changes, log: quiet }));
  const devices = left.use(
    await openDevices({
      store,
      changes: store.changes,
      glows: glow,
      trustedProxies: [],
      limits: (more.limits ?? true) ? memoryOnly() : null,
      mqtt: more.mqttUrl === undefined ? { host: '127.0.0.1', port: 0, portGiven: true, tls: null } : null,
      mqttUrl: more.mqttUrl ?? null,
      mqttHooksSecret: more.mqttHooksSecret ?? null,
      publicUrl: 'https://tealight.example.org',
      version: '0.0.0',
      log: quiet,
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
  left.defer(() => app.close());
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
      store.changes.tell(ada, 'readings');
    },
    [Symbol.asyncDispose]: () => left.disposeAsync(),
  };
}

/** A lamp on a WebSocket: what it was told, and how it was sent away. */
export function lampAt(
  { port }: Pick<House, 'port'>,
  how: { query?: Record<string, string>; first?: unknown; bearer?: string } = {},
) {
  const query = how.query === undefined ? '' : `?${new URLSearchParams(how.query)}`;
  const headers = how.bearer === undefined ? {} : { authorization: `Bearer ${how.bearer}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${feedPath}${query}`, { headers });
  const told: GlowMessage[] = [];
  const left = Promise.withResolvers<{ code: number; reason: string }>();
  socket.on('message', (data) => told.push(JSON.parse(String(data)) as GlowMessage));
  socket.on('close', (code, reason) => left.resolve({ code, reason: String(reason) }));
  socket.on('error', () => {});
  if (how.first !== undefined) {
    socket.on('open', () =>
      socket.send(typeof how.first === 'string' ? how.first : JSON.stringify(how.first)),
    );
  }
  return { socket, told, left: left.promise, close: () => socket.close() };
}
