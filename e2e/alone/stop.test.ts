import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { currentUser, feedPath } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { type Handler, serve } from '../../simulators/serve.ts';
import { realProcess, STOPS_WITHIN_MS } from '../support/real-process.ts';

const SECRET = 'a secret of the site';
const OF_EACH = 20;

/** A site that answers until the test makes it hang, with a sensor that is polled every half minute. */
async function siteThatHangs() {
  const life = { seed: 5, everyMs: 30_000 };
  const site = nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef', life });
  const hanging = Promise.withResolvers<void>();
  let hangs = false;
  const handler: Handler = async (request) => {
    if (!hangs) return site(request);
    hanging.resolve();
    return new Promise(() => {});
  };
  const { url, close } = await serve(handler);
  onTestFinished(close);
  return {
    url,
    /** Resolves when a client waits for an answer that never comes. */
    hang(): Promise<void> {
      hangs = true;
      return hanging.promise;
    },
  };
}

/** A client that sends something and then reads nothing. */
async function deaf(port: number, says: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {}).write(says);
  await once(socket, 'data').catch(() => {});
  return socket.pause();
}

test('[OPS-2] a server stops when asked to, even while sources hang and clients neither read nor disconnect', async () => {
  await using tealight = await realProcess();
  const site = await siteThatHangs();
  const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: SECRET });
  const headers = { authorization: `Bearer ${wearer.token}` };
  const { connectionCode } = (await (await fetch(tealight.url + currentUser.path, { headers })).json()) as {
    connectionCode: string;
  };
  const { port, host } = new URL(tealight.url);
  const about = `Host: ${host}\r\nAuthorization: Bearer ${connectionCode}\r\n`;
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n`;
  await site.hang();
  for (let count = 0; count < OF_EACH; count += 1) {
    await deaf(
      Number(port),
      `GET ${feedPath}?code=${connectionCode}&id=w${count} HTTP/1.1\r\n${about}${upgrade}\r\n`,
    );
    const events = `GET ${feedPath}?id=s${count} HTTP/1.1\r\n${about}Accept: text/event-stream\r\n\r\n`;
    await deaf(Number(port), events);
  }
  const halves = Array.from({ length: OF_EACH }, () => connect(Number(port), '127.0.0.1'));
  for (const half of halves) half.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: ');
  const begun = performance.now();
  expect(await tealight.stop()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(STOPS_WITHIN_MS);
});
