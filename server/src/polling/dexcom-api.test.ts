import { dexcomApi } from '@tealight/sources';
import { expect, test } from 'vitest';
import { pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, NOON } from '../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const { rhythm } = dexcomApi({
  address: 'https://api.dexcom.example',
  clientId: 'tealight',
  clientSecret: 'secret',
});

/** A wearer at a vendor with the rhythm of Dexcom's API, which shows readings `delayMs` after they were taken. */
async function wearerOfApi(delayMs: number) {
  const setup = await pollingOfOneWearer(await openStore({ url: null, file: ':memory:' }), { rhythm });
  setup.vendor.readings = everyFive(NOON - 3 * HOUR, NOON + 12 * HOUR);
  setup.vendor.delayMs = delayMs;
  await setup.connect();
  await setup.pollUntil(NOON + HOUR);
  const pauses = () =>
    setup.vendor.reads
      .slice(-4)
      .map(({ at }, index, all) => at - (all[index - 1]?.at ?? at))
      .slice(1);
  return { ...setup, pauses };
}

test('[SRC-3] readings that Dexcom’s API shows an hour late are polled every half hour, and every five minutes while somebody looks', async () => {
  const { pollUntil, clock, polling, pauses, vendor, store, wearerId } = await wearerOfApi(HOUR);
  await pollUntil(NOON + 4 * HOUR);
  for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(30 * MINUTE);
  const before = vendor.reads.length;
  for (let second = 0; second < 30 * 60; second += 20) {
    clock.now += 20 * SECOND;
    polling.wearerViewed(wearerId);
    await store.connections.find(wearerId);
    await polling.runDuePolls();
  }
  expect(vendor.reads.length - before).toBeGreaterThanOrEqual(5);
  expect(vendor.reads.length - before).toBeLessThanOrEqual(7);
  for (const pause of pauses()) expect(pause).toBeGreaterThanOrEqual(5 * MINUTE);
});

test('[SRC-3] a sensor is not called silent while Dexcom’s API shows its readings one or three hours late', async () => {
  for (const delayMs of [HOUR, 3 * HOUR]) {
    const { pollUntil, polling, wearerId, clock } = await wearerOfApi(delayMs);
    await pollUntil(NOON + 4 * HOUR);
    for (let minutes = 0; minutes < 120; minutes += 1) {
      await pollUntil(clock.now + MINUTE);
      const { state, text } = await polling.status(wearerId);
      expect([state, text]).toEqual(['fine', 'Nightscout shows readings here 60 to 210 minutes late']);
    }
  }
});

test.each(['https://api.dexcom.eu', 'https://api.dexcom.example'] as const)(
  '[SRC-2] the first readings of an account that had none when it was connected arrive three hours late, at %s',
  async (address) => {
    const { rhythm } = dexcomApi({ address, clientId: 'tealight', clientSecret: 'secret' });
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, connect, pollUntil, stored } = await pollingOfOneWearer(store, { rhythm });
    vendor.delayMs = 3 * HOUR;
    await connect();
    await pollUntil(NOON + HOUR);
    vendor.readings = everyFive(NOON + HOUR, NOON + 12 * HOUR);
    await pollUntil(NOON + 6 * HOUR);
    const visible = vendor.readings.filter(({ takenAt }) => takenAt < NOON + 2 * HOUR);
    expect(await stored()).toEqual(expect.arrayContaining(visible.map(({ takenAt }) => takenAt)));
  },
);

test('[SRC-3] readings that Dexcom’s API shows at once arrive within seconds, also while nobody looks', async () => {
  const { pollUntil, stored, clock, polling, wearerId } = await wearerOfApi(10 * SECOND);
  await pollUntil(NOON + 4 * HOUR);
  const agesMs: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    await pollUntil(clock.now + MINUTE);
    agesMs.push(clock.now - 10 * SECOND - ((await stored()).at(-1) ?? 0));
  }
  expect(Math.max(...agesMs)).toBeLessThan(6 * MINUTE + 5 * SECOND);
  expect(await polling.status(wearerId)).toMatchObject({ state: 'fine', text: null });
});

test('[SRC-3] a vendor that has asked to wait is not polled sooner because somebody looks', async () => {
  const { pollUntil, vendor, polling, wearerId, clock } = await wearerOfApi(HOUR);
  vendor.readError = 'too-many-calls';
  vendor.retryAfterMs = 3 * HOUR;
  await pollUntil(NOON + 2 * HOUR);
  const polls = vendor.reads.length;
  for (let minute = 0; minute < 100; minute += 1) {
    clock.now += MINUTE;
    polling.wearerViewed(wearerId);
    await polling.runDuePolls();
  }
  expect(vendor.reads.length).toBe(polls);
});
