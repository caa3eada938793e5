import { expect, test } from 'vitest';
import { pollingNode, pollingOfOneWearer } from '../../test/polling.ts';
import { fakeVendor, NOON, readingAt } from '../../test/vendor.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { MINUTE } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const lostKey = encryptionWith(['another key, after the old one was lost']);

test('[SRC-4] when no key decrypts a stored sign-in, the status says so, the vendor is not polled, and a restored key is found', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const { clock, vendor, connect, polling, wearerId } = await pollingOfOneWearer(store);
  vendor.readings = [readingAt(NOON - MINUTE)];
  await connect();
  await polling.runDuePolls();
  const callsBefore = vendor.reads.length + vendor.signIns.length;
  const { source } = fakeVendor(clock);
  const nodeWithoutKey = pollingNode(store, clock, source, { encryption: lostKey });
  clock.now = (await store.connections.find(wearerId))?.nextAt ?? 0;
  await nodeWithoutKey.polling.runDuePolls();
  expect(await nodeWithoutKey.polling.status(wearerId)).toMatchObject({
    state: 'error',
    errorCode: 'key-lost',
    remedy: 'connect-again',
    text: expect.stringMatching(/^Tealight can no longer read your saved .* Connect again$/),
  });
  expect(vendor.reads.length + vendor.signIns.length).toBe(callsBefore);
  clock.now = (await store.connections.find(wearerId))?.nextAt ?? 0;
  vendor.readings.push(readingAt(clock.now - MINUTE));
  await polling.runDuePolls();
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', errorCode: null });
});
