import { describe, expect, test } from 'vitest';
import { desk, pollingNode, seal } from '../../test/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { sealWith } from '../seal/seal.ts';
import { openStore } from '../store/store.ts';
import { HOUR, MINUTE } from '../times.ts';

const inMemory = () => openStore({ url: null, file: ':memory:' });

async function connectedDesk() {
  const made = await desk(await inMemory());
  made.vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await made.connect();
  await made.live(NOON + 6 * MINUTE);
  return made;
}

/** A source whose login is a code that opens once, so that only the session is kept. */
async function signedInAtVendor() {
  const store = await inMemory();
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const sources = { medtronic: { type: 'medtronic' as const, source, loginOnce: true } };
  const { polling } = pollingNode(store, clock, source, { sources });
  const wearerId = await newWearer(store);
  await polling.connect(wearerId, 'medtronic', { password: SECRET });
  return { store, clock, vendor, polling, wearerId };
}

describe('connecting again with what is kept', () => {
  test('[CON-4] mends a trouble that the wearer has mended elsewhere, and goes on where it stopped', async () => {
    const { vendor, live, stored, polling, wearerId } = await connectedDesk();
    vendor.mood = 'terms-to-accept';
    await live(NOON + 20 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ remedy: 'try-again', nextTryAt: null });
    vendor.mood = null;
    expect(await polling.reconnect(wearerId)).toBe(true);
    await live(NOON + 21 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ status: 'allGood', trouble: null, remedy: null });
    expect((await stored()).at(-1)).toBe(NOON + 20 * MINUTE);
  });

  test('[CON-4] credentials that are erased while the vendor is asked do not come back', async () => {
    const { source, polling, wearerId, store } = await connectedDesk();
    const { connect } = source;
    source.connect = async (...given) => {
      await polling.disconnect(wearerId, { clearCredentials: true });
      return connect(...given);
    };
    await expect(polling.reconnect(wearerId, (login) => login)).rejects.toMatchObject({
      trouble: 'unreachable',
    });
    expect(await store.connections.find(wearerId)).toBeNull();
  });

  test('leaves all as it was when the source refuses', async () => {
    const { vendor, live, polling, wearerId, store } = await connectedDesk();
    vendor.mood = 'terms-to-accept';
    await live(NOON + 20 * MINUTE);
    const before = await store.connections.find(wearerId);
    vendor.signInMood = 'terms-to-accept';
    await expect(polling.reconnect(wearerId)).rejects.toMatchObject({ trouble: 'terms-to-accept' });
    expect(await store.connections.find(wearerId)).toEqual(before);
  });

  test('a login that is changed is what is kept from then on', async () => {
    const { polling, wearerId, store } = await connectedDesk();
    const changed = (login: unknown) => ({ ...(login as object), password: 'wrong' });
    await expect(polling.reconnect(wearerId, changed)).rejects.toMatchObject({ trouble: 'wrong-login' });
    await polling.reconnect(wearerId, (login) => ({ ...(login as object), region: 'ous' }));
    const { sealedLogin } = (await store.connections.find(wearerId)) ?? {};
    const owner = { wearerId, what: 'login' } as const;
    expect(JSON.parse(seal.open(sealedLogin ?? '', owner))).toEqual({ password: SECRET, region: 'ous' });
  });

  test('[CON-4] a login that opened once is not needed while its session lasts', async () => {
    const { polling, wearerId, vendor, store } = await signedInAtVendor();
    vendor.readings = everyFive(NOON - HOUR, NOON);
    await polling.disconnect(wearerId, { clearCredentials: false });
    expect(await polling.reconnect(wearerId)).toBe(true);
    await polling.turn();
    expect(vendor.signIns).toHaveLength(1);
    expect(await store.readings.latest(wearerId)).not.toHaveLength(0);
  });

  test('what no key opens any more cannot be used, and nobody is told a fault', async () => {
    const { store, clock, wearerId, source } = await connectedDesk();
    const { polling } = pollingNode(store, clock, source, {
      seal: sealWith(['another key, long enough too']),
    });
    expect(await polling.reconnect(wearerId)).toBe(false);
  });

  test('a source that is no longer offered cannot be connected again', async () => {
    const { store, clock, wearerId, source } = await connectedDesk();
    const { polling } = pollingNode(store, clock, source, { sources: {} });
    expect(await polling.reconnect(wearerId)).toBe(false);
  });
});
