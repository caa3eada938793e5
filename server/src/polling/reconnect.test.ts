import { describe, expect, test, vi } from 'vitest';
import {
  connectedWithCode,
  encryption,
  pollingNode,
  pollingOfOneWearer,
} from '../../test/polling/polling.ts';
import { everyFive, NOON, SECRET } from '../../test/polling/vendor.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import { openStore, type Store } from '../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

async function connectedPolling() {
  const setup = await pollingOfOneWearer(await inMemory());
  setup.vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await setup.connect();
  await setup.pollUntil(NOON + 6 * MINUTE);
  return setup;
}

/** What is published from now on, as `wearer change`. */
function changesOf(store: Store): string[] {
  const changed: string[] = [];
  store.changes.subscribe((wearerId, change) => changed.push(`${wearerId} ${change}`));
  return changed;
}

type Polling = Awaited<ReturnType<typeof connectedPolling>>['polling'];

describe('connecting again with stored credentials', () => {
  test('[CON-4] works after the wearer has solved a problem at the vendor, and continues where polling stopped', async () => {
    const { vendor, pollUntil, stored, polling, wearerId } = await connectedPolling();
    vendor.readError = 'terms-to-accept';
    await pollUntil(NOON + 20 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ remedy: 'try-again', nextTryAt: null });
    vendor.readError = null;
    expect(await polling.reconnect(wearerId)).toBe(true);
    await pollUntil(NOON + 21 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({
      status: 'allGood',
      errorCode: null,
      remedy: null,
    });
    expect((await stored()).at(-1)).toBe(NOON + 20 * MINUTE);
  });

  test('[CON-4] does not bring back credentials that are erased while the vendor is called', async () => {
    const { source, polling, wearerId, store } = await connectedPolling();
    const { connect } = source;
    source.connect = async (...args) => {
      await polling.disconnect(wearerId, { clearCredentials: true });
      return connect(...args);
    };
    await expect(polling.reconnect(wearerId, (login) => login)).rejects.toMatchObject({
      errorCode: 'unreachable',
    });
    expect(await store.connections.find(wearerId)).toBeNull();
  });

  test('changes nothing when the source rejects the login', async () => {
    const { vendor, pollUntil, polling, wearerId, store } = await connectedPolling();
    vendor.readError = 'terms-to-accept';
    await pollUntil(NOON + 20 * MINUTE);
    const before = await store.connections.find(wearerId);
    vendor.signInError = 'terms-to-accept';
    await expect(polling.reconnect(wearerId)).rejects.toMatchObject({ errorCode: 'terms-to-accept' });
    expect(await store.connections.find(wearerId)).toEqual(before);
  });

  test('stores a changed login', async () => {
    const { polling, wearerId, store } = await connectedPolling();
    const changeLogin = (login: unknown) => ({ ...(login as object), password: 'wrong' });
    await expect(polling.reconnect(wearerId, changeLogin)).rejects.toMatchObject({
      errorCode: 'wrong-login',
    });
    await polling.reconnect(wearerId, (login) => ({ ...(login as object), region: 'ous' }));
    const { encryptedLogin } = (await store.connections.find(wearerId)) ?? {};
    const owner = { wearerId, what: 'login' } as const;
    expect(JSON.parse(encryption.decrypt(encryptedLogin ?? '', owner))).toEqual({
      password: SECRET,
      region: 'ous',
    });
  });

  test('[CON-4] needs no single-use login while its session lasts', async () => {
    const { polling, wearerId, vendor, store } = await connectedWithCode();
    vendor.readings = everyFive(NOON - HOUR, NOON);
    await polling.disconnect(wearerId, { clearCredentials: false });
    expect(await polling.reconnect(wearerId)).toBe(true);
    await polling.runDuePolls();
    expect(vendor.signIns).toHaveLength(1);
    expect(await store.readings.latest(wearerId)).not.toHaveLength(0);
  });

  test('[CON-4] with a session alone restarts the connection, ends its outage in the log, and is announced', async () => {
    const { store, clock, vendor, polling, wearerId, log } = await connectedWithCode();
    await polling.runDuePolls();
    vendor.readError = 'terms-to-accept';
    clock.now += 6 * MINUTE;
    await polling.runDuePolls();
    expect(await polling.status(wearerId)).toMatchObject({ state: 'error' });
    const changed = changesOf(store);
    expect(await polling.reconnect(wearerId)).toBe(true);
    expect(changed).toEqual([`${wearerId} connection`]);
    expect(log.at(-1)).toMatchObject({ event: 'source-recovered', reason: 'connected-again' });
    expect(await polling.status(wearerId)).toMatchObject({ state: 'checking', errorCode: null });
  });

  test.each<[string, (polling: Polling, wearerId: number) => Promise<unknown>]>([
    ['connecting', (polling, id) => polling.connect(id, 'nightScout', { password: SECRET })],
    ['connecting again', (polling, id) => polling.reconnect(id)],
    ['disconnecting', (polling, id) => polling.disconnect(id, { clearCredentials: true })],
    ['disconnecting for a while', (polling, id) => polling.disconnect(id, { clearCredentials: false })],
  ])('[CON-4] %s ends a poll that is running, and is announced', async (_, act) => {
    const { store, clock, vendor, polling, wearerId } = await connectedPolling();
    const aborted = vi.fn();
    vendor.duringRead = async (signal) => {
      signal.addEventListener('abort', aborted);
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    clock.now += 5 * MINUTE;
    await polling.startDuePolls();
    await vi.waitFor(() => expect(polling.runningPolls()).toBe(1));
    const changed = changesOf(store);
    const done = act(polling, wearerId);
    await vi.waitFor(() => expect(aborted).toHaveBeenCalled());
    await done;
    expect(changed).toContain(`${wearerId} connection`);
  });

  test('[CON-4] does nothing when a login should be changed and none is stored', async () => {
    const { polling, wearerId, store } = await connectedWithCode();
    await polling.disconnect(wearerId, { clearCredentials: false });
    const before = await store.connections.find(wearerId);
    expect(await polling.reconnect(wearerId, (login) => login)).toBe(false);
    expect(await store.connections.find(wearerId)).toEqual(before);
  });

  test('does nothing, without an error, when no key decrypts the credentials', async () => {
    const { store, clock, wearerId, source } = await connectedPolling();
    const { polling } = pollingNode(store, clock, source, {
      encryption: encryptionWith(['another key, long enough too']),
    });
    expect(await polling.reconnect(wearerId)).toBe(false);
  });

  test('does nothing for a source that this server no longer has', async () => {
    const { store, clock, wearerId, source } = await connectedPolling();
    const { polling } = pollingNode(store, clock, source, { sources: {} });
    expect(await polling.reconnect(wearerId)).toBe(false);
  });
});
