import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eachEngine } from '../test/engines.ts';
import { everyFive, storeReadings } from '../test/history.ts';
import { newWearer } from '../test/wearers.ts';
import { openErasing } from './open-erasing.ts';
import { openClock } from './process/clock-check.ts';
import { DAY, HOUR, MINUTE } from './shared/time-units.ts';
import type { Store } from './store/store.ts';

const log = new Proxy({}, { get: () => () => {} }) as Parameters<typeof openErasing>[1]['log'];
const photos = { photoFolder: '/nowhere', photoStore: null };

/** A node whose clock is `aheadMs` ahead of the one by which everything was stored. */
async function node(store: Store, aheadMs: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const opened = new AsyncDisposableStack();
  onTestFinished(async () => {
    vi.useRealTimers();
    await opened.disposeAsync();
  });
  const clock = opened.use(await openClock({ read: store.clock.read, now: () => Date.now() + aheadMs }));
  return openErasing(opened, { store, clock, photos, log });
}

/** Readings of 30 days, of which 14 are kept, and a sign-in that is valid for another 10 days. */
async function stored(store: Store) {
  const wearerId = await newWearer(store);
  const from = Date.now() - 30 * DAY + MINUTE;
  await storeReadings(store, wearerId, everyFive(from, from + 30 * DAY));
  await store.statisticsSettings.save(wearerId, { timeZone: null, population: 'adult', keepDays: 14 });
  const source = { source: 'medtronic', keyHash: 'hash', encrypted: 'text' };
  await store.signIns.begin({ wearerId, ...source, expiresAt: Date.now() + 10 * DAY });
  await store.checks.noteTime(Date.now());
  return {
    wearerId,
    readings: () => store.history.count(wearerId, 0, Date.now() + DAY),
    signIn: () => store.signIns.find(wearerId, 'medtronic', 0),
  };
}

eachEngine((open) => {
  test('[OPS-2] a node whose clock is 40 days ahead erases nothing, neither regularly nor for one wearer', async () => {
    const store = await open();
    const { wearerId, readings, signIn } = await stored(store);
    const { eraseFor } = await node(store, 40 * DAY);
    await eraseFor(wearerId);
    const cleanup = vi.spyOn(store.signIns, 'cleanup');
    await vi.advanceTimersByTimeAsync(HOUR);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(cleanup).not.toHaveBeenCalled();
    expect([await readings(), (await signIn())?.wearerId]).toEqual([30 * 288, wearerId]);
  });

  test('[OPS-2] a node whose clock is right erases what is old', async () => {
    const store = await open();
    const { wearerId, readings, signIn } = await stored(store);
    await store.signIns.begin({
      wearerId,
      source: 'medtronic',
      keyHash: 'hash',
      encrypted: 'text',
      expiresAt: Date.now() - DAY,
    });
    const { eraseFor } = await node(store, 0);
    await eraseFor(wearerId);
    expect(await readings()).toBe(14 * 288);
    vi.advanceTimersByTime(HOUR);
    await expect.poll(signIn).toBe(null);
  });
});
