import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { certificates } from '../../test/http/certificates.ts';
import { trustedProxies } from '../../test/http/trusted-proxies.ts';
import { type ConnectionLimits, openConnectionLimit } from '../limits/connection-limit.ts';
import type { TrustedProxies } from '../shared/client-address.ts';
import { handleUpgrades, type UpgradeHandler } from '../shared/upgrades.ts';
import { inUseFromUpgrade, limitHttpConnections } from './connections.ts';

/** Of the tests that wait for it. */
const SHORT_MS = 300;

function newApp(tls?: SecureContextOptions): FastifyInstance {
  const options = { forceCloseConnections: 'idle' } as const;
  return tls ? (Fastify({ ...options, https: tls }) as unknown as FastifyInstance) : Fastify(options);
}

type Options = { trusted?: TrustedProxies; tls?: SecureContextOptions; bodyTimeoutMs?: number };

async function serving(
  limits: ConnectionLimits,
  { trusted = [], tls, bodyTimeoutMs = 60_000 }: Options = {},
) {
  const limit = openConnectionLimit(limits);
  const app = newApp(tls);
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  limitHttpConnections(app, limit, { trusted, bodyTimeoutMs });
  app.post('/', async () => 'heard');
  const late: ((text: string) => void)[] = [];
  app.get('/late', () => new Promise((resolve) => late.push(resolve)));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const raw = (text: string) => {
    const to = { port, host: '127.0.0.1' };
    const send = () => socket.write(text);
    const socket = tls ? connectTls({ ...to, rejectUnauthorized: false }, send) : connect(to, send);
    let received = '';
    socket.on('data', (piece) => (received += String(piece))).on('error', () => {});
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
    return { socket, closed, received: () => received };
  };
  const answer = () => {
    for (const resolve of late) resolve('at last');
  };
  return { app, limit, port, raw, answer, beingAnswered: () => late.length };
}

const post = (type: string, length: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

test('a body that does not arrive is answered with 408, and its connection is closed', async () => {
  const { raw } = await serving({ total: 10, perAddress: 10 }, { bodyTimeoutMs: SHORT_MS });
  expect(await raw(post('application/json', 9)).closed).toMatch(/^HTTP\/1.1 408 /);
});

test('a form with a file has more time', async () => {
  const { raw } = await serving({ total: 10, perAddress: 10 }, { bodyTimeoutMs: SHORT_MS });
  const { socket, received } = raw(post('multipart/form-data; boundary=x', 4));
  await pause(3 * SHORT_MS);
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

test('[OPS-3] with TLS a new connection replaces one before its handshake, never one that is being answered', async () => {
  const { cert, key } = (await certificates('localhost'))('localhost');
  const tls = { cert: readFileSync(cert), key: readFileSync(key) };
  const { raw, limit, port, answer, beingAnswered } = await serving({ total: 2, perAddress: 2 }, { tls });
  const waiting = raw('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(beingAnswered).toBe(1);
  const silent = connect(port, '127.0.0.1').on('error', () => {});
  const silentClosed = once(silent.resume(), 'close');
  await expect.poll(() => limit.open).toBe(2);
  const newUser = raw('GET /late HTTP/1.1\r\nHost: x\r\n\r\n');
  await silentClosed;
  await expect.poll(beingAnswered).toBe(2);
  expect(await raw('').closed).toBe('');
  expect(limit).toMatchObject({ open: 2, evicted: 1, rejected: 1 });
  answer();
  for (const { received } of [waiting, newUser]) await expect.poll(received).toMatch(/at last$/);
});

test('a connection that was answered before its body arrived makes room for a new client', async () => {
  const { raw, limit } = await serving({ total: 2, perAddress: 2 });
  const rejected = [1, 2].map(() => raw(`${post('application/xml', 9)}some text`));
  for (const { received } of rejected)
    await expect.poll(received).toMatch(/^HTTP\/1.1 415 [\s\S]*keep-alive/);
  await expect.poll(raw(`${post('application/json', 2)}{}`).received).toMatch(/^HTTP\/1.1 200 /);
  expect(limit).toMatchObject({ open: 2, evicted: 1, rejected: 0 });
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
  const { raw, limit } = await serving(
    { total: 20, perAddress: 2 },
    { trusted: trustedProxies('127.0.0.1') },
  );
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
