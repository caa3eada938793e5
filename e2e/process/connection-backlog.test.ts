import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTealight } from '../browser/support/tealight.ts';
import { freePort } from '../support/free-port.ts';

/** More than Node's default of 511, for which the system keeps no more. */
const CONNECTIONS = 1500;
const SOMAXCONN = '/proc/sys/net/core/somaxconn';

/** What the system allows; 0 where that is not known. */
const allowed = (): number => {
  try {
    return Number(readFileSync(SOMAXCONN, 'utf8'));
  } catch {
    return 0;
  }
};

test.skipIf(allowed() < CONNECTIONS)(
  'connections that come while the process computes wait for it, to the app and to the broker',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tealight-'));
    const mqttPort = await freePort();
    const tealight = await startTealight(dataDir, { MQTT_PORT: String(mqttPort) });
    const sockets: Socket[] = [];
    try {
      // Stopped by the system, it accepts nothing, as while it computes.
      tealight.freeze();
      for (const port of [Number(new URL(tealight.url).port), mqttPort]) {
        const opened = Array.from({ length: CONNECTIONS }, () => connect({ port, host: '127.0.0.1' }));
        sockets.push(...opened);
        await Promise.all(
          opened.map((socket) =>
            once(
              socket.on('error', () => {}),
              'connect',
            ),
          ),
        );
      }
      tealight.thaw();
      expect((await fetch(`${tealight.url}/health/live`)).status).toBe(200);
    } finally {
      tealight.thaw();
      for (const socket of sockets) socket.destroy();
      await tealight.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
