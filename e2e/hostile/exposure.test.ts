import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { cgmConnection, connectCalls, sendResetEmail, signUp } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { newUser } from '../../simulators/fixtures/new-user.ts';
import { connectedWearer, send, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { freePort } from '../support/free-port.ts';
import { type RealProcess, realProcess, warningsIn } from '../support/real-process.ts';

const PUBLIC = { PUBLIC_URL: 'https://tealight.example.org', RATE_LIMITS: 'on' };

/** The status of a GET with headers that fetch would not send, such as another Host. */
const statusOf = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });

const eventsOf = ({ said }: RealProcess) => warningsIn(said()).map(({ event }) => event);

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await holds()) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error('It did not happen within 15 seconds');
}

describe('a server behind a proxy on the same machine', () => {
  test('[SRC-5] [OPS-3] shows neither stored emails nor metrics to a client that claims to be 127.0.0.1', async () => {
    await using tealight = await realProcess(PUBLIC);
    const { firstName: firstname, lastName: lastname, email, password } = newUser();
    const body = { firstname, lastname, email, password, location: 'US', phoneNumber: null };
    await send(tealight.url + signUp.path, body);
    await send(tealight.url + sendResetEmail.path, { email });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', 'tealight.example.org']) {
      expect(await statusOf(`${tealight.url}/outbox`, { host })).toBe(404);
      expect(await statusOf(`${tealight.url}/metrics`, { host })).toBe(404);
    }
    expect(eventsOf(tealight)).toEqual(['https-without-trusted-proxies']);
    for (let time = 0; time < 3; time += 1) {
      await statusOf(`${tealight.url}/login`, { 'x-forwarded-for': '203.0.113.7' });
    }
    await until(() => eventsOf(tealight).length > 1);
    expect(eventsOf(tealight)).toEqual(['https-without-trusted-proxies', 'forwarded-headers-ignored']);
    expect(tealight.said()).toContain('TRUSTED_PROXIES');
  });

  test('[SRC-5] reaches no private address for a wearer', async () => {
    await using tealight = await realProcess({ ...PUBLIC, OUTBOX_PAGE: 'on' });
    const { token } = await wearerOf(tealight.url);
    for (const endpoint of ['http://127.0.0.1:5432', 'http://localhost:1883', 'http://[::1]:80']) {
      const login = { endpoint, apiSecret: 'a secret of the site' };
      await expect(send(tealight.url + connectCalls.nightScout.path, login, token)).rejects.toThrow(
        'refused-address',
      );
    }
  });

  test('[OPS-3] does not warn about proxies when they are configured', async () => {
    await using tealight = await realProcess({ ...PUBLIC, TRUSTED_PROXIES: '127.0.0.1' });
    await statusOf(`${tealight.url}/login`, { 'x-forwarded-for': '203.0.113.7' });
    expect(eventsOf(tealight)).toEqual([]);
  });
});

describe('metrics', () => {
  test('[OPS-3] can have their own port, and are then not served on the port of the app', async () => {
    const port = await freePort();
    await using tealight = await realProcess({ METRICS_PORT: String(port) });
    expect(await statusOf(`http://127.0.0.1:${port}/metrics`)).toBe(200);
    expect(await statusOf(`${tealight.url}/metrics`)).toBe(404);
  });
});

describe('stored data', () => {
  test('[SRC-4] is readable only by the owner of the process', async () => {
    await using tealight = await realProcess();
    await wearerOf(tealight.url);
    const entries = await readdir(tealight.dataDir, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(2);
    const open = async (path: string) => ((await stat(path)).mode & 0o077) !== 0;
    for (const path of [tealight.dataDir, ...files]) expect([path, await open(path)]).toEqual([path, false]);
  });

  test('[OPS-3] no part of an address that a client chooses reaches the log', async () => {
    await using tealight = await realProcess({ LOG_LEVEL: 'debug' });
    const secret = 'SEEN-BY-NOBODY';
    const addresses = [
      `/login?anything=${secret}`,
      `/${secret}`,
      `/api/v1/entries.json?token=${secret}&${secret}=1`,
      `/api/v2/authorization/request/${secret}`,
      `/photos/${secret}.webp`,
      `/device/v1/glow?code=${secret}&id=${secret}`,
      `/api/v1/Authorization/email/confirm?token=${secret}`,
      `/api/v1/Readings/cgm-connection?${secret}`,
    ];
    for (const address of addresses) {
      await statusOf(tealight.url + address);
      await fetch(tealight.url + address, { method: 'POST', body: `{"${secret}": ${secret}` });
    }
    expect(tealight.said()).toContain('"event":"request"');
    expect(tealight.said()).not.toContain(secret);
  });
});

test('[SRC-4] a lost key is reported at start, and its wearer is asked to sign in again', async () => {
  const [secret, token] = ['a secret of the site', 'reader-0123456789abcdef'];
  const site = await serve(nightscoutSite({ secret, token, scenario: 'well' }));
  await using tealight = await realProcess();
  const wearer = await connectedWearer(tealight.url, { endpoint: site.url, apiSecret: secret });
  const status = async () => {
    const headers = { authorization: `Bearer ${wearer.token}` };
    return (await fetch(tealight.url + cgmConnection.path, { headers })).json() as Promise<{ state: string }>;
  };
  await until(async () => (await status()).state === 'fine');
  await tealight.kill();
  const keyFile = join(tealight.dataDir, 'secret.key');
  const key = await readFile(keyFile, 'utf8');
  await rm(keyFile);
  await tealight.restart();
  await until(() => tealight.said().includes('"event":"secret-key-lost"'));
  expect(tealight.said()).not.toContain(key.trim());
  await site.close();
});
