import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { realProcess } from '../support/real-process.ts';

/** Ten thousand in a long run; each also takes a file descriptor of this process. */
const SLOW = process.env.ATTACK_SECONDS === undefined ? 3000 : 10_000;
const ADDRESSES = 20;
/** The limit for one address, see `server/src/limits/connection-limit.ts`. */
const OF_ADDRESS = 1000;
/** Headers must arrive within 10 s, which is checked every 2 s; the rest allows for a slow machine. */
const HEADERS_GONE_MS = 40_000;

/** A connection from one of this machine's addresses that sends this and nothing more. */
function slow(port: number, text: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(text));
  socket.on('error', () => {}).resume();
  return socket;
}

const unfinished = 'POST /api/v1/Authorization/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n';
const whole = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

async function open(
  count: number,
  port: number,
  addressOf: (index: number) => string,
  text = unfinished,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let begun = 0; begun < count; begun += 250) {
    const some = Array.from({ length: Math.min(250, count - begun) }, (_, index) =>
      slow(port, text, addressOf(begun + index)),
    );
    sockets.push(...some);
    await Promise.all(some.map((socket) => once(socket, 'connect').catch(() => {})));
  }
  return sockets;
}

/**
 * The status of a request over a new connection: one that is idle may be closed while it is used again (RFC 9112, 9.3.1),
 * and here idle ones are closed. Browsers repeat such a request, `fetch` of Node does not.
 */
async function readyStatus(url: string): Promise<number | undefined> {
  const request = get(`${url}/health/ready`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** Connections wait with the system until the server accepts them, so the metric follows after the last is open. */
const metricAbove = (url: string, name: string, count: number) =>
  vi.waitFor(async () => {
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
    const value = lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1];
    expect(Number(value)).toBeGreaterThan(count);
  });

test('thousands of slow connections do not keep a browser from connecting, and each address has a limit', async () => {
  await using tealight = await realProcess({ RATE_LIMITS: 'on' });
  const port = Number(new URL(tealight.url).port);
  const sockets = await open(SLOW, port, (index) => `127.0.0.${2 + (index % ADDRESSES)}`);
  await expect.poll(() => readyStatus(tealight.url)).toBe(200);
  await metricAbove(tealight.url, 'tealight_open_connections', SLOW * 0.9);
  await open(OF_ADDRESS * 2, port, () => '127.0.0.1');
  await expect.poll(() => readyStatus(tealight.url)).toBe(200);
  await metricAbove(tealight.url, 'tealight_refused_connections{kind="idle"}', OF_ADDRESS * 0.9);
  expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
});

test.each([
  ['the feed of devices', '/device/v1/feed'],
  ['MQTT', '/mqtt'],
])('WebSockets to %s that send no code keep nobody of their address out', async (_, path) => {
  await using tealight = await realProcess({ RATE_LIMITS: 'on' });
  const upgrade = [
    ...[`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'],
    ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    ...['Sec-WebSocket-Protocol: mqtt', '', ''],
  ].join('\r\n');
  const port = Number(new URL(tealight.url).port);
  const first = connect({ port, host: '127.0.0.1' }, () => first.write(upgrade));
  onTestFinished(() => void first.destroy());
  expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1.1 101 /);
  const sockets = await open(OF_ADDRESS, port, () => '127.0.0.1', upgrade);
  const answered = () => sockets.filter(({ bytesRead, destroyed }) => bytesRead > 0 || destroyed);
  await vi.waitFor(() => expect(answered()).toHaveLength(OF_ADDRESS));
  await expect.poll(() => readyStatus(tealight.url)).toBe(200);
});

test('a trusted proxy may keep thousands of idle connections, and browsers can connect through it', async () => {
  await using tealight = await realProcess({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  const sockets = await open(SLOW, Number(new URL(tealight.url).port), () => '127.0.0.1', whole);
  await expect.poll(() => readyStatus(tealight.url)).toBe(200);
  await metricAbove(tealight.url, 'tealight_open_connections', SLOW * 0.9);
  expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
});

test.concurrent.each([
  ['nothing', ''],
  ['half of the headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
])('a connection that sends %s is closed', async (_, text) => {
  await using tealight = await realProcess();
  const socket = slow(Number(new URL(tealight.url).port), text);
  const begun = Date.now();
  await once(socket, 'close');
  expect(Date.now() - begun).toBeLessThan(HEADERS_GONE_MS);
});
