import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type LampOptions, type Lamps, mqttLamps, webSocketLamps } from './support/lamps.ts';
import { launch } from './support/launch.ts';
import { compared } from './support/load.ts';
import { atLeast, atMost, figure, type Result } from './support/result.ts';

const LAMPS = 10_000;
/** Each wearer has so many. */
const LAMPS_A_WEARER = 2;
/** Readings per second: 5000 wearers of five-minute sensors have seventeen, 300,000 have a thousand. */
const USUAL = 17;
const CROWDED = 1000;
const SECONDS = 10;
/** All lamps must have reconnected this long after a restart, in ms. */
const BACK_WITHIN_MS = 30_000;

type TestServer = LampOptions & { child: ChildProcess };

/** Fan-out to ten thousand lamps on WebSockets and on MQTT, their memory and reconnection, and polling. */
export async function devices(): Promise<Result[]> {
  return [
    ...(await withTestServer(LAMPS, async (testServer) => [
      ...(await fanOut('WebSocket', testServer, webSocketLamps, true)),
      ...(await polling(testServer)),
    ])),
    ...(await withTestServer(LAMPS, (testServer) => fanOut('MQTT', testServer, mqttLamps, false))),
  ];
}

/** What so many lamps on WebSockets need, and how late they are. */
export function webSocketFanOut(count: number): Promise<Result[]> {
  return withTestServer(count, (testServer) => fanOut('WebSocket', testServer, webSocketLamps, true));
}

async function withTestServer(
  count: number,
  bench: (testServer: TestServer) => Promise<Result[]>,
): Promise<Result[]> {
  const file = fileURLToPath(new URL('../server/test/bench/device-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', file, String(count / LAMPS_A_WEARER)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ url, mqtt, codes }] = (await once(child, 'message')) as [LampOptions];
    return await bench({ url, mqtt, codes, count, child });
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Memory of a process in bytes: all of it (resident), and the heap with its buffers. */
type Memory = { rss: number; heap: number };

/** Sends the server a command and waits until it is done; resolves with the memory in use. */
async function command(child: ChildProcess, message: object): Promise<Memory> {
  child.send(message);
  const [memory] = (await once(child, 'message')) as [Memory];
  return memory;
}

/** In kB, by the measure that has grown more: a process may still have had free memory from its start. */
const memoryALamp = (empty: Memory, full: Memory, count: number): number =>
  Math.max(full.rss - empty.rss, full.heap - empty.heap) / count / 1000;

async function fanOut(
  kind: string,
  testServer: TestServer,
  connectLamps: (options: LampOptions) => Promise<Lamps>,
  reconnects: boolean,
): Promise<Result[]> {
  const { child, count } = testServer;
  const empty = await command(child, { memory: true });
  const begun = performance.now();
  const lamps = await connectLamps(testServer);
  const connectedMs = performance.now() - begun;
  await pause(2000);
  const full = await command(child, { memory: true });
  const usual = await delays(lamps, child, USUAL);
  const crowded = await delays(lamps, child, CROWDED);
  const back = reconnects ? await reconnection(lamps, testServer) : [];
  const results = [
    figure(`${kind}: ${count} lamps connected in`, `${(connectedMs / 1000).toFixed(1)} s`),
    atMost(`${kind}: memory per lamp`, memoryALamp(empty, full, count), { most: 20, unit: 'kB' }),
    atMost(`${kind}: stored to lamp, ${USUAL} readings per second, p99`, p(usual, 0.99), {
      most: 250,
      unit: 'ms',
    }),
    atMost(`${kind}: stored to lamp, ${CROWDED} readings per second, p99`, p(crowded, 0.99), {
      most: 250,
      unit: 'ms',
    }),
    figure(`${kind}: stored to lamp, medians of both`, `${p(usual, 0.5)} ms, ${p(crowded, 0.5)} ms`),
    ...back,
    atMost(`${kind}: errors`, lamps.errors.length, { most: 0, unit: '' }),
  ];
  if (lamps.errors.length > 0) results.push(figure(`${kind}: the first error`, lamps.errors[0] ?? ''));
  lamps.close();
  return results;
}

/** Delays of the glows while so many readings per second are stored. */
async function delays(lamps: Lamps, child: ChildProcess, perSecond: number): Promise<number[]> {
  lamps.delays = [];
  await command(child, { keep: perSecond, seconds: SECONDS });
  await pause(1000);
  return lamps.delays;
}

/** How long it takes until all lamps have reconnected after a restart of the server. */
async function reconnection(lamps: Lamps, { child, count }: TestServer): Promise<Result[]> {
  const begun = performance.now();
  await command(child, { restart: true });
  while (lamps.connected < count && performance.now() - begun < 2 * BACK_WITHIN_MS) await pause(50);
  const seconds = (performance.now() - begun) / 1000;
  return [
    atMost(`all ${count} reconnected after a restart`, seconds, {
      most: BACK_WITHIN_MS / 1000,
      unit: 's',
    }),
  ];
}

async function polling({ url, codes: [code = ''] }: TestServer): Promise<Result[]> {
  const address = `${url}/device/v1/glow`;
  const bytes = await (await fetch(address, { headers: { authorization: `Bearer ${code}` } })).text();
  await using bare = await launch('bench/support/bare-route.ts', { args: [bytes] });
  const { one, other, ratio } = await compared({ url: address, token: code }, { url: bare.url });
  return [
    figure('polling, requests per second', `${Math.round(one)} (bare route: ${Math.round(other)})`),
    atLeast('polling against a bare route', ratio, { least: 0.5 }),
  ];
}

const p = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
