import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confirmLinkPath, currentUser, signIn, signUp } from '@tealight/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { start } from './app.ts';
import { readConfig } from './config/config.ts';

const ada = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.org',
  password: 'Analytical1!',
  location: 'GB',
};

async function running(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-app-'));
  const lines: string[] = [];
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'debug',
    ...environment,
  });
  const tealight = await start(config, { logTo: { write: (line) => void lines.push(line) } });
  let stopping: Promise<void> | undefined;
  const stop = async () => (stopping ??= Promise.resolve(tealight[Symbol.asyncDispose]()));
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (path: string, init?: RequestInit) =>
    fetch(tealight.url + path, { redirect: 'manual', ...init });
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ask, post, stop, lines, folder };
}

type Kept = { text: string }[];

async function mailedToken(ask: Awaited<ReturnType<typeof running>>['ask']): Promise<string> {
  for (;;) {
    const kept = (await (await ask('/outbox', { headers: { accept: 'application/json' } })).json()) as Kept;
    const token = kept[0]?.text.match(/token=(\S+)/)?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the running server', () => {
  test('[OPS-1] when another program takes the default port while it starts, it listens on the next free one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tealight-app-'));
    // Where the port was taken meanwhile by one more program, this one cannot have it, and the test is the same.
    const other = createServer().on('error', () => {});
    onTestFinished(async () => {
      other.close();
      await rm(folder, { recursive: true, force: true });
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const config = readConfig({ PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'fatal' });
    await using tealight = await start(
      { ...config, port, portGiven: false },
      {
        // The clock is read after the port was chosen and before anything listens there.
        now: () => {
          if (!other.listening) other.listen(port, '127.0.0.1');
          return Date.now();
        },
      },
    );
    expect(Number(new URL(tealight.url).port)).toBeGreaterThan(port);
    await expect.poll(async () => (await fetch(`${tealight.url}/health/ready`)).status).toBe(200);
  });

  test('[OPS-3] a new user signs up, confirms and signs in, and no secret of theirs reaches log or metrics', async () => {
    const { ask, post, lines } = await running();
    await post(signUp.path, ada);
    const token = await mailedToken(ask);
    expect((await ask(`${confirmLinkPath}?token=${token}`)).headers.get('location')).toMatch(/=success$/);
    const { accessToken } = (await (
      await post(signIn.path, { email: ada.email, password: ada.password })
    ).json()) as { accessToken: string };
    const user = await ask(currentUser.path, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(user.status).toBe(200);
    await post(signIn.path, { email: ada.email, password: 'Wrong1234!' });

    const metrics = await (await ask('/metrics')).text();
    expect(metrics).toMatch(
      /tealight_http_seconds_count\{route="\/api\/v1\/Authorization\/sign-in",method="POST",status="401"\} 1/,
    );
    expect(metrics).toContain('process_resident_memory_bytes');
    const said = lines.join('') + metrics;
    expect(lines.length).toBeGreaterThan(4);
    for (const secret of [token, accessToken, ada.password, 'Wrong1234!', ada.email])
      expect(said).not.toContain(secret);
  });

  test('[DEV-4] the paths of Nightscout’s sockets answer 404, not a page of the web app', async () => {
    const { ask } = await running();
    for (const path of ['/socket.io/?EIO=4&transport=polling', '/socket.io'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  test('[OPS-3] it is live and ready once it listens', async () => {
    const { ask, folder } = await running();
    expect(await (await ask('/health/live')).json()).toEqual({ status: 'ok' });
    const ready = await ask('/health/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', missing: [], warnings: [] }]);
    expect(await readdir(folder)).toContain('tealight.db');
  });

  test('[OPS-3] a node that only polls answers health checks, but no calls', async () => {
    const { ask, post } = await running({ ROLES: 'poll' });
    await expect.poll(async () => (await ask('/health/ready')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(200);
    expect((await post(signUp.path, ada)).status).toBe(404);
    expect((await ask('/')).status).toBe(404);
  });

  test('[OPS-3] it stops even if clients keep their connections open', async () => {
    const { ask, stop } = await running();
    await (await ask('/health/live')).text();
    await stop();
    await expect(ask('/health/live')).rejects.toThrow();
  });
});
