import { describe, expect, test } from 'vitest';
import { encryption, pollingNode, pollingOfOneWearer } from '../../test/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

async function connectedPolling() {
  const setup = await pollingOfOneWearer(await inMemory());
  setup.vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await setup.connect();
  await setup.pollUntil(NOON + 6 * MINUTE);
  return setup;
}

/** A connection whose login is a single-use code, so that only the session is stored. */
async function connectedWithCode() {
  const store = await inMemory();
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const sources = { medtronic: { type: 'medtronic' as const, source, isLoginSingleUse: true } };
  const { polling } = pollingNode(store, clock, source, { sources });
  const wearerId = await newWearer(store);
  await polling.connect(wearerId, 'medtronic', { password: SECRET });
  return { store, clock, vendor, polling, wearerId };
}

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
