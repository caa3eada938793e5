import { expect, test } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { listenForMetrics, openMetrics } from './metrics.ts';

const TOKEN = 'only the monitoring system knows';

const statusOf = async (access: { open: boolean; token: string | null }, authorization?: string) => {
  const api = await apiOn(await openInMemory(), { metricsAccess: access });
  return (await api.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) }))
    .statusCode;
};

test('[OPS-3] on the app’s port metrics are for everyone, for clients with the token, or for no one', async () => {
  expect(await statusOf({ open: true, token: null })).toBe(200);
  expect(await statusOf({ open: false, token: null })).toBe(404);
  expect(await statusOf({ open: false, token: null }, 'Bearer undefined')).toBe(404);
  expect(await statusOf({ open: false, token: TOKEN })).toBe(404);
  expect(await statusOf({ open: false, token: TOKEN }, 'Bearer a guess')).toBe(404);
  expect(await statusOf({ open: false, token: TOKEN }, `Bearer ${TOKEN}`)).toBe(200);
});

test('[OPS-3] a separate port serves metrics and nothing else', async () => {
  await using listener = await listenForMetrics(openMetrics(), { host: '127.0.0.1', port: 0 }, null);
  const at = `http://127.0.0.1:${listener.port}`;
  expect(await (await fetch(`${at}/metrics`)).text()).toContain('process_resident_memory_bytes');
  expect((await fetch(`${at}/health/live`)).status).toBe(404);
  await using guarded = await listenForMetrics(openMetrics(), { host: '127.0.0.1', port: 0 }, TOKEN);
  const address = `http://127.0.0.1:${guarded.port}/metrics`;
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
});

test('[OPS-3] an address that this machine does not have yet may be waited for, and a port that is taken may not', async () => {
  const rejection = (host: string, port: number) =>
    listenForMetrics(openMetrics(), { host, port }, null).then(
      () => null,
      (error: unknown) => error,
    );
  expect(await rejection('192.0.2.1', 0)).toMatchObject({
    name: 'StartError',
    message: 'METRICS_HOST is no address of this machine',
    isTemporary: true,
  });
  await using listener = await listenForMetrics(openMetrics(), { host: '127.0.0.1', port: 0 }, null);
  expect(await rejection('127.0.0.1', listener.port)).toMatchObject({ name: 'PortTaken' });
});
