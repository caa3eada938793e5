import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { currentUser, newConnectionCode } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { connectedWearer, send, type Wearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { realProcess } from '../support/real-process.ts';

const SECRET = 'a secret of the site';

const codeOf = async (url: string, { token }: Wearer): Promise<string> => {
  const user = await fetch(url + currentUser.path, { headers: { authorization: `Bearer ${token}` } });
  return ((await user.json()) as { connectionCode: string }).connectionCode;
};

/** The example of docs/add-a-device.md as a process, and what it has printed so far. */
function terminalLamp(url: string, code: string) {
  const lamp = spawn(process.execPath, ['examples/terminal-lamp/lamp.mjs', url, code]);
  onTestFinished(() => void lamp.kill());
  let printed = '';
  for (const stream of [lamp.stdout, lamp.stderr]) stream.on('data', (text) => (printed += text));
  return { printed: () => printed, exitCode: new Promise((resolve) => lamp.once('exit', resolve)) };
}

test('[DEV-2] the example device shows the color of the reading, and ends when its code is replaced', async () => {
  await using tealight = await realProcess();
  const site = await serve(
    nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef', life: { seed: 3 } }),
  );
  onTestFinished(site.close);
  const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: SECRET });
  const lamp = terminalLamp(tealight.url, await codeOf(tealight.url, wearer));

  await expect.poll(lamp.printed).toMatch(/#(?!ffffff)[0-9a-f]{6} (\d+|LOW|HIGH)/);
  await send(tealight.url + newConnectionCode.path, {}, wearer.token);
  expect(await lamp.exitCode).toBe(1);
  expect(lamp.printed()).toContain('This connection code is not valid any more.');
});

test('[DEV-2] the example device connects again when the server falls silent without closing anything', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  let connections = 0;
  const hint = { rejoinAfterMs: 0, rejoinWithinMs: 100, heartbeatMs: 200 };
  server.on('connection', (socket) => {
    connections += 1;
    socket.send(
      JSON.stringify({ color: '#2fbf71', brightness: 1, text: `${connections}`, validUntil: null, hint }),
    );
  });
  const { port } = server.address() as AddressInfo;
  const lamp = terminalLamp(`http://127.0.0.1:${port}`, 'k7m2q-x4w9d');
  await expect.poll(lamp.printed).toContain('#2fbf71 2');
});

test('[DEV-2] without an address and a code the example device prints how to start it', async () => {
  const lamp = terminalLamp('', '');
  expect(await lamp.exitCode).toBe(2);
  expect(lamp.printed()).toContain('Usage: node lamp.mjs URL CONNECTION_CODE');
});
