import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificate } from '../support/certificate.ts';
import { realProcess } from '../support/real-process.ts';

test('[OPS-3] with a certificate the port accepts only HTTPS', async () => {
  const { cert, key } = certificate();
  await using tealight = await realProcess({ TLS_CERT: cert, TLS_KEY: key });
  const { port } = new URL(tealight.url);
  expect(tealight.said()).toContain(`https://127.0.0.1:${port}`);
  const answer = await new Promise<{ status?: number; hsts?: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/health/ready', ca: readFileSync(cert), agent: false };
    get(options, ({ statusCode, headers }) => {
      resolve({
        ...(statusCode !== undefined && { status: statusCode }),
        ...(headers['strict-transport-security'] !== undefined && {
          hsts: headers['strict-transport-security'],
        }),
      });
    }).on('error', reject);
  });
  expect(answer).toMatchObject({ status: 200, hsts: expect.stringContaining('max-age') });
  await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow();
});

/** The limit for one address, see `server/src/limits/connection-limit.ts`. */
const OF_ADDRESS = 1000;
/** A handshake and the head after it may take 10 s each, which is checked every 2 s; the rest is for a slow machine. */
const GONE_MS = 40_000;
/** A stopping server closes what is still open after 2 s. */
const STOP_MS = 6000;

function kept<T extends Socket>(socket: T): T {
  socket.on('error', () => {}).resume();
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('[OPS-3] connections that begin no handshake are counted, keep no browser out and delay no stop', async () => {
  const { cert, key } = certificate();
  const tealight = await realProcess({ TLS_CERT: cert, TLS_KEY: key, RATE_LIMITS: 'on' });
  onTestFinished(() => tealight[Symbol.asyncDispose]());
  const { port } = new URL(tealight.url);
  for (let opened = 0; opened < OF_ADDRESS; opened += 250) {
    const some = Array.from({ length: 250 }, () => kept(connect(Number(port), '127.0.0.1')));
    await Promise.all(some.map((socket) => once(socket, 'connect')));
  }
  const metrics = await new Promise<string>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/metrics', ca: readFileSync(cert), agent: false };
    get(options, (answer) => resolve(text(answer))).on('error', reject);
  });
  expect(metrics).toMatch(/^tealight_open_connections (9\d\d|1000)$/m);
  expect(metrics).toMatch(/^tealight_refused_connections\{kind="idle"\} [1-9]/m);
  const begun = Date.now();
  expect(await tealight.stop()).toBe(0);
  expect(Date.now() - begun).toBeLessThan(STOP_MS);
});

test.concurrent.each([
  ['before the handshake', (port: number) => connect(port, '127.0.0.1')],
  [
    'in the middle of the headers',
    (port: number) => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n'),
      );
      return socket;
    },
  ],
])('[OPS-3] a connection that falls silent %s is closed', async (_, open) => {
  const { cert, key } = certificate();
  await using tealight = await realProcess({ TLS_CERT: cert, TLS_KEY: key });
  const begun = Date.now();
  await once(kept(open(Number(new URL(tealight.url).port))), 'close');
  expect(Date.now() - begun).toBeLessThan(GONE_MS);
});

test('[OPS-3] an unusable certificate stops the start, and the error names it', async () => {
  const { key } = certificate();
  await expect(realProcess({ TLS_CERT: key, TLS_KEY: key })).rejects.toThrow('TLS_CERT');
});
