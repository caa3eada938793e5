import { expect, test } from 'vitest';
import { pollingNode, pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, readingAt } from '../../test/polling/vendor.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const OTHERS_FIRST_MS = 5 * SECOND;
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
  expect((await polling.status(wearerId)).state).toBe('fine');
  clock.now += OTHERS_FIRST_MS;
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

test('[SRC-4] [OPS-2] a node with a wrong key disturbs no poll of the others, also where it always looks first', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const { clock, vendor, connect, polling, wearerId, stored } = await pollingOfOneWearer(store);
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await connect();
  const nodeWithoutKey = pollingNode(store, clock, fakeVendor(clock).source, { encryption: lostKey });
  const states = new Set<string | null>();
  for (const end = NOON + HOUR; clock.now < end; clock.now += 250) {
    await nodeWithoutKey.polling.runDuePolls();
    await polling.runDuePolls();
    states.add((await polling.status(wearerId)).errorCode);
  }
  expect([...states]).toEqual([null]);
  expect((await stored()).at(-1)).toBeGreaterThan(NOON + HOUR - 6 * MINUTE);
});
