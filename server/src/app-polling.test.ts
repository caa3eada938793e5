import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cgmConnection, completeDexcom, currentReadings, dexcomLoginUrl, pushKey } from '@tealight/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dexcomApiVendor } from '../../simulators/dexcom-api/dexcom-api.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { serve } from '../../simulators/serve.ts';
import { eachEngine } from '../test/engines.ts';
import { start } from './app.ts';
import { readConfig } from './config/config.ts';
import { HOUR, MINUTE, SECOND } from './shared/time-units.ts';
import type { DatabaseLocation } from './store/db.ts';
import { openStore } from './store/store.ts';

const client = { clientId: 'tealight', clientSecret: 'a secret of this test' };

/** The environment variables for the database of a test. */
function databaseAt({ url, schema }: DatabaseLocation): Record<string, string> {
  if (url === null) return {};
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${schema}`);
  return { DATABASE_URL: address.href, SECRET_KEYS: 'a key of this test alone and long enough' };
}

/** A server with the clock of a test, and a wearer who has connected Dexcom through its simulated API. */
async function connectedServer({
  aheadMs = 0,
  environment = {},
}: {
  aheadMs?: number;
  environment?: Record<string, string>;
} = {}) {
  const clock = { passedMs: 0 };
  const vendorNow = () => Date.now() + clock.passedMs;
  const asked: string[] = [];
  const vendor = dexcomApiVendor({ ...client, clock: vendorNow });
  const site = await serve((request) => {
    asked.push(new URL(request.url).pathname);
    return vendor(request);
  });
  onTestFinished(site.close);
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-app-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DEXCOM_API_URL: site.url,
    DEXCOM_CLIENT_ID: client.clientId,
    DEXCOM_CLIENT_SECRET: client.clientSecret,
    ...environment,
  });
  const tealight = await start(config, { now: () => vendorNow() + aheadMs });
  onTestFinished(() => tealight[Symbol.asyncDispose]());
  const { token } = await wearerOf(tealight.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const get = async (path: string) => (await fetch(tealight.url + path, { headers })).json();
  const { loginUrl } = (await get(dexcomLoginUrl.path)) as { loginUrl: string };
  const agreed = await fetch(loginUrl.replace('/login?', '/login/answer?yes=true&'), { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '').searchParams;
  await fetch(tealight.url + completeDexcom.path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: back.get('code'), state: back.get('state') }),
  });
  const state = async () => ((await get(cgmConnection.path)) as { state: string }).state;
  await expect.poll(() => asked.filter((path) => path.endsWith('/egvs')).length).toBeGreaterThan(0);
  return { clock, asked, get, state, dataDir, headers, url: tealight.url };
}

describe('the running server', () => {
  test('[SRC-3] it polls Dexcom’s API every half hour, and every five minutes while someone looks at the readings', async () => {
    const { asked, clock, get, state } = await connectedServer();
    await expect.poll(state).toBe('fine');
    for (let look = 0; look < 3; look += 1) {
      const before = asked.length;
      clock.passedMs += 3 * MINUTE;
      await get(currentReadings.path);
      clock.passedMs += 2 * MINUTE + 5 * SECOND;
      expect(asked.length).toBe(before);
      await get(currentReadings.path);
      await expect.poll(() => asked.length).toBe(before + 1);
    }
  });

  test('[CON-9] it reports no problem of the sensor or the source while its own disk cannot be written', async () => {
    const { clock, state, dataDir, url } = await connectedServer();
    await expect.poll(state).toBe('fine');
    const inTheWay = join(dataDir, 'health.part');
    await mkdir(inTheWay);
    clock.passedMs += 5 * SECOND;
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expect(await state()).toBe('problem');
    await rmdir(inTheWay);
    clock.passedMs += 5 * SECOND;
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(await state()).toBe('fine');
  });

  eachEngine((_open, newPlace, engine) => {
    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] it polls by the clock of the database, even if its own is wrong',
      async () => {
        const place = await newPlace('migrated');
        await using store = await openStore(place);
        await connectedServer({ aheadMs: HOUR, environment: databaseAt(place) });
        const since = async () => (await store.connections.find(1))?.since ?? 0;
        expect(await since()).toBeGreaterThan(Date.now() - 5 * MINUTE);
        expect(await since()).toBeLessThanOrEqual(Date.now());
      },
    );

    test.runIf(engine === 'PostgreSQL')(
      '[ALM-32] [OPS-2] a node that was started with a wrong key says so, and leaves the push keys of the others alone',
      async () => {
        const environment = databaseAt(await newPlace('migrated'));
        const { url, headers } = await connectedServer({ environment });
        const dataDir = await mkdtemp(join(tmpdir(), 'tealight-app-'));
        onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
        const started = (secretKeys: string) =>
          start(
            readConfig({
              PORT: '0',
              MQTT_PORT: '0',
              DATA_DIR: dataDir,
              LOG_LEVEL: 'silent',
              ...environment,
              SECRET_KEYS: secretKeys,
            }),
          );
        const answers = async (path: string, at = url) => {
          const answer = await fetch(at + path, { headers });
          return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
        };
        const before = await answers(pushKey.path);
        {
          await using wrong = await started('another key that no other node of it has');
          expect((await answers(pushKey.path, wrong.url)).status).toBe(503);
          const { body } = await answers('/health/ready', wrong.url);
          expect(body).toMatchObject({ missing: ['key'], warnings: ['push'] });
        }
        await using corrected = await started(environment.SECRET_KEYS ?? '');
        expect(await answers(pushKey.path, corrected.url)).toEqual(before);
        expect(await answers(pushKey.path)).toEqual(before);
        expect((await answers('/health/ready', corrected.url)).body).toMatchObject({ warnings: [] });
      },
    );
  });
});
