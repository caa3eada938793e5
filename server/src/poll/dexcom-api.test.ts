import { dexcomApi } from '@tealight/sources';
import { expect, test } from 'vitest';
import { desk } from '../../test/polling.ts';
import { everyFive, NOON } from '../../test/vendor.ts';
import { openStore } from '../store/store.ts';
import { HOUR, MINUTE, SECOND } from '../times.ts';

const { rhythm } = dexcomApi('https://api.dexcom.example', { clientId: 'tealight', clientSecret: 'secret' });

/** A wearer at a vendor with the habits of Dexcom's API, which shows readings so long after they were taken. */
async function wearerOfApi(delayMs: number) {
  const made = await desk(await openStore({ url: null, file: ':memory:' }), { rhythm });
  made.vendor.readings = everyFive(NOON - 3 * HOUR, NOON + 12 * HOUR);
  made.vendor.delayMs = delayMs;
  await made.connect();
  await made.live(NOON + HOUR);
  const pauses = () =>
    made.vendor.reads
      .slice(-4)
      .map(({ at }, index, all) => at - (all[index - 1]?.at ?? at))
      .slice(1);
  return { ...made, pauses };
}

test('[SRC-3] readings that Dexcom’s API shows an hour late are asked for every half hour, and every five minutes while somebody looks', async () => {
  const { live, clock, polling, pauses, vendor, store, wearerId } = await wearerOfApi(HOUR);
  await live(NOON + 4 * HOUR);
  for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(30 * MINUTE);
  const before = vendor.reads.length;
  for (let second = 0; second < 30 * 60; second += 20) {
    clock.now += 20 * SECOND;
    polling.viewed(wearerId);
    await store.connections.find(wearerId);
    await polling.turn();
  }
  expect(vendor.reads.length - before).toBeGreaterThanOrEqual(5);
  expect(vendor.reads.length - before).toBeLessThanOrEqual(7);
  for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(5 * MINUTE);
});

test('[SRC-3] readings that Dexcom’s API shows at once are there within seconds, and nobody needs to look', async () => {
  const { live, stored, clock, polling, wearerId } = await wearerOfApi(10 * SECOND);
  await live(NOON + 4 * HOUR);
  const late: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    await live(clock.now + MINUTE);
    late.push(clock.now - 10 * SECOND - ((await stored()).at(-1) ?? 0));
  }
  expect(Math.max(...late)).toBeLessThan(6 * MINUTE + 5 * SECOND);
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', text: null });
});

test('[SRC-3] a vendor that has asked to wait is not asked sooner because somebody looks', async () => {
  const { live, vendor, polling, wearerId, clock } = await wearerOfApi(HOUR);
  vendor.mood = 'too-many-calls';
  vendor.retryAfterMs = 3 * HOUR;
  await live(NOON + 2 * HOUR);
  const asked = vendor.reads.length;
  for (let minute = 0; minute < 100; minute += 1) {
    clock.now += MINUTE;
    polling.viewed(wearerId);
    await polling.turn();
  }
  expect(vendor.reads.length).toBe(asked);
});
