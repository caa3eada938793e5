import { expect, test, vi } from 'vitest';
import { apiOn, openInMemory } from '../../test/api.ts';
import { connected } from '../../test/connections.ts';
import { simulatedSite } from './simulated-site.ts';

const config = { isPrivate: true, trialSite: '127.0.0.1:3001' };
const encryption = { decrypt: (text: string) => text };
const answering = (status: number) => vi.fn<typeof fetch>(async () => new Response(null, { status }));

/** The simulated site of a server whose first wearer has this connection. */
async function siteBeside(more: Parameters<typeof connected>[1]) {
  const api = await apiOn(await openInMemory());
  await api.signedIn();
  const { store } = api.dependencies;
  await store.connections.save(connected(1, { source: 'nightscout', ...more }), 1);
  return simulatedSite({ config, store, encryption, fetch: answering(200) });
}

const loginAt = (endpoint: string) => JSON.stringify({ endpoint, apiSecret: 'the-secret-of-a-site' });

test('a wearer is connected to the simulated site only at its own address', async () => {
  const isSource = async (more: Parameters<typeof connected>[1]) => (await siteBeside(more))?.isSourceOf(1);
  const encryptedLogin = loginAt('http://127.0.0.1:3001/');
  expect(await isSource({ encryptedLogin })).toBe(true);
  expect(await isSource({ encryptedLogin, state: 'off' })).toBe(false);
  expect(await isSource({ encryptedLogin, source: 'dexcomShare' })).toBe(false);
  expect(await isSource({ encryptedLogin: null })).toBe(false);
  // Somebody's own Nightscout on this computer is a real one.
  expect(await isSource({ encryptedLogin: loginAt('http://127.0.0.1:1337') })).toBe(false);
  expect(await isSource({ encryptedLogin: loginAt('no address') })).toBe(false);
});

test('it measures at the simulated site, and says when that does not answer', async () => {
  const store = await openInMemory();
  const fetch = answering(200);
  const measure = (how: typeof globalThis.fetch) =>
    simulatedSite({ config, store, encryption, fetch: how })?.measure(40, 1000);
  expect(await measure(fetch)).toBe(true);
  const [address, request] = fetch.mock.calls[0] ?? [];
  expect(address).toBe('http://127.0.0.1:3001/__simulator/reading');
  expect(request).toMatchObject({
    method: 'POST',
    body: JSON.stringify({ sgv: 40, date: 1000, direction: 'DoubleDown' }),
  });
  expect(await measure(answering(404))).toBe(false);
  expect(await measure(() => Promise.reject(new Error('gone')))).toBe(false);
});

test('there is none in a public server, and where no site was named', async () => {
  const store = await openInMemory();
  const dependencies = { store, encryption, fetch: answering(200) };
  expect(simulatedSite({ ...dependencies, config: { ...config, isPrivate: false } })).toBeNull();
  expect(simulatedSite({ ...dependencies, config: { ...config, trialSite: null } })).toBeNull();
});
