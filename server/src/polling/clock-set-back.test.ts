import { expect, test } from 'vitest';
import { pollingNode } from '../../test/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

test('[SRC-3] an address that was blocked while the clock was two hours ahead is polled again once the clock is right', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock);
  const { polling, log } = pollingNode(store, clock, source);
  vendor.readings = everyFive(NOON - HOUR, NOON + 10 * MINUTE);
  const wearers: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    const wearerId = await newWearer(store);
    wearers.push(wearerId);
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
  }
  await polling.runDuePolls();
  clock.now += 2 * HOUR;
  vendor.readError = 'unreachable';
  await polling.runDuePolls();
  expect(log.map(({ event }) => event)).toContain('vendor-failed');
  clock.now = NOON + 11 * MINUTE;
  vendor.readError = null;
  await polling.runDuePolls();
  for (const wearerId of wearers) {
    expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', status: 'allGood' });
  }
});
