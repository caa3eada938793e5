import { expect, test } from 'vitest';
import { desk, pollingNode } from '../../test/polling.ts';
import { fakeVendor, NOON, readingAt } from '../../test/vendor.ts';
import { sealWith } from '../seal/seal.ts';
import { openStore } from '../store/store.ts';
import { MINUTE } from '../times.ts';

const lostKey = sealWith(['another key, after the old one was lost']);

test('[SRC-4] a wearer whose stored sign-in no key decrypts reads so, the vendor is not asked, and a restored key is found', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const { clock, vendor, connect, polling, wearerId } = await desk(store);
  vendor.readings = [readingAt(NOON - MINUTE)];
  await connect();
  await polling.turn();
  const asked = vendor.reads.length + vendor.signIns.length;
  const { source } = fakeVendor(clock);
  const keyless = pollingNode(store, clock, source, { seal: lostKey });
  clock.now = (await store.connections.find(wearerId))?.nextAt ?? 0;
  await keyless.polling.turn();
  expect(await keyless.polling.status(wearerId)).toMatchObject({
    state: 'trouble',
    trouble: 'key-lost',
    remedy: 'connect-again',
    text: expect.stringMatching(/^Tealight can no longer read your saved .* Connect again$/),
  });
  expect(vendor.reads.length + vendor.signIns.length).toBe(asked);
  clock.now = (await store.connections.find(wearerId))?.nextAt ?? 0;
  vendor.readings.push(readingAt(clock.now - MINUTE));
  await polling.turn();
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', trouble: null });
});
