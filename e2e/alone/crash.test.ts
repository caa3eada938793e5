import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changesPath, feedPath } from '@tealight/contract';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Closing takes at most half a second; the rest allows for a slow machine. */
const GONE_WITHIN_MS = 5000;

/** Loaded before the server: simulates a bug in a timer when the test asks for it. */
const bugs: Readonly<Record<string, string>> = {
  'an exception in a timer': 'throw new Error("a bug", { cause: new Error("deeper ?token=SECRET&x=1") })',
  'an unhandled rejection': 'Promise.reject(new Error("a bug ?token=SECRET"))',
};

async function withBug(bug: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-crash-'));
  const mqttPort = await freePort();
  const onSignal = `process.on('SIGUSR2', () => setTimeout(() => { ${bug} }))`;
  const bugFile = join(dataDir, 'bug.mjs');
  await writeFile(bugFile, onSignal);
  const child: ChildProcess = spawn(process.execPath, ['--import', bugFile, 'server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      MQTT_PORT: String(mqttPort),
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += String(piece)));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url, mqttPort, said: () => output };
}

/** Everything that a raw connection has received when it ends. */
function received(port: number, first = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(first));
  let text = '';
  socket.on('data', (piece) => (text += String(piece))).on('error', () => {});
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

test.each(Object.entries(bugs))(
  '[OPS-3] %s is logged, open connections are closed, and the process exits with 1',
  async (_, bug) => {
    const { child, url, said } = await withBug(bug);
    const { token } = await wearerOf(url);
    const headers = { authorization: `Bearer ${token}` };
    const me = await fetch(`${url}/api/v1/UserProfile/current-user`, { headers });
    const { connectionCode: code } = (await me.json()) as { connectionCode: string };
    const lamp = new WebSocket(`${url.replace('http', 'ws')}${feedPath}?code=${code}`);
    await once(lamp, 'message');
    const closed = once(lamp, 'close').then(([number]) => number as number);
    const stuck = connect(Number(new URL(url).port), '127.0.0.1', () =>
      stuck.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'),
    );
    stuck.on('error', () => {});
    const stream = received(
      Number(new URL(url).port),
      `GET ${changesPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await fetch(`${url}/health/ready`);

    const begun = Date.now();
    const exited = once(child, 'close');
    child.kill('SIGUSR2');
    expect((await exited)[0]).toBe(1);
    expect(Date.now() - begun).toBeLessThan(GONE_WITHIN_MS);
    expect(await closed).toBe(1012);
    // The last chunk shows that the stream was ended, not cut off.
    expect(await stream).toMatch(/0\r\n\r\n$/);
    const line = said()
      .split('\n')
      .find((one) => one.includes('"crashed"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 60, event: 'crashed', err: { type: 'Error' } });
    expect(line).toContain('a bug');
    expect(said()).not.toContain('SECRET');
  },
);
