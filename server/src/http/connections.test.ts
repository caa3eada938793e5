import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionLimits, openConnectionLimit } from '../limits/connection-limit.ts';
import type { TrustedProxies } from '../shared/client-address.ts';
import { handleUpgrades, type UpgradeHandler } from '../shared/upgrades.ts';
import { inUseFromUpgrade, limitHttpConnections } from './connections.ts';

const BODY_TIMEOUT_MS = 300;

async function serving(limits: ConnectionLimits, trusted: TrustedProxies = []) {
  const limit = openConnectionLimit(limits);
  const app = Fastify({ forceCloseConnections: 'idle' });
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  limitHttpConnections(app, limit, { trusted, bodyTimeoutMs: BODY_TIMEOUT_MS });
  app.post('/', async () => 'heard');
  let answer = () => {};
  app.get('/late', () => new Promise((resolve) => (answer = () => resolve('at last'))));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const raw = (text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (piece) => (received += String(piece))).on('error', () => {});
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
    return { socket, closed, received: () => received };
  };
  return { app, limit, raw, answer: () => answer() };
}

const post = (type: string, length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

test('a body that does not arrive is answered with 408, and its connection is closed', async () => {
  const { raw } = await serving({ total: 10, perAddress: 10 });
  expect(await raw(post('application/json', 9)).closed).toMatch(/^HTTP\/1.1 408 /);
});

test('a form with a file has more time', async () => {
  const { raw } = await serving({ total: 10, perAddress: 10 });
  const { socket, received } = raw(post('multipart/form-data; boundary=x', 4));
  await pause(3 * BODY_TIMEOUT_MS);
  expect(socket.closed).toBe(false);
  socket.write('slow');
  await expect.poll(received).toMatch(/^HTTP\/1.1 200 [\s\S]*heard$/);
});

test('a new connection replaces one with an incomplete request, never one that is being answered', async () => {
  const { raw, limit, answer } = await serving({ total: 2, perAddress: 2 });
  const waiting = raw('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  const slow = raw(post('application/json', 9));
  await expect.poll(() => limit.open).toBe(2);
  const newUser = raw(`${post('application/json', 2)}{}`);
  await expect.poll(newUser.received).toMatch(/^HTTP\/1.1 200 /);
  expect(await slow.closed).toBe('');
  answer();
  await expect.poll(waiting.received).toMatch(/at last$/);
});

test('an upgraded connection makes room until its client is known', async () => {
  const { app, raw, limit } = await serving({ total: 2, perAddress: 2 });
  const upgraded: Duplex[] = [];
  const keep =
    (path: string): UpgradeHandler =>
    ({ url }, socket) =>
      url === path && upgraded.push(socket.on('error', () => {})) > 0;
  handleUpgrades(app.server, [keep('/silent'), inUseFromUpgrade(keep('/known'))]);
  const upgrade = (path: string) =>
    raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const known = upgrade('/known');
  await expect.poll(() => upgraded.length).toBe(1);
  const silent = upgrade('/silent');
  await expect.poll(() => upgraded.length).toBe(2);
  await expect.poll(raw(`${post('application/json', 2)}{}`).received).toMatch(/^HTTP\/1.1 200 /);
  await silent.closed;
  expect(limit).toMatchObject({ evicted: 1, rejected: 0 });
  await expect.poll(raw(`${post('application/json', 2)}{}`).received).toMatch(/^HTTP\/1.1 200 /);
  expect(known.socket.closed).toBe(false);
  for (const socket of upgraded) socket.destroy();
});

test('behind a trusted proxy only the total counts, and its idle connections block no client', async () => {
  const { raw, limit } = await serving({ total: 20, perAddress: 2 }, ['127.0.0.1']);
  const request = `${post('application/json', 2)}{}`;
  const kept = Array.from({ length: 20 }, () => raw(request));
  for (const { received } of kept) await expect.poll(received).toMatch(/heard$/);
  expect(limit).toMatchObject({ open: 20, rejected: 0, evicted: 0 });
  for (let count = 0; count < 40; count += 1) await expect.poll(raw(request).received).toMatch(/heard$/);
  expect(limit).toMatchObject({ open: 20, rejected: 0, evicted: 40 });
});

test('stopping closes connections that do not end', async () => {
  const { app, raw, limit } = await serving({ total: 10, perAddress: 10 });
  const { closed } = raw(post('multipart/form-data; boundary=x', 4));
  await expect.poll(() => limit.open).toBe(1);
  await app.close();
  await closed;
});
