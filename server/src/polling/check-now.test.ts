import { expect, test } from 'vitest';
import { pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, fiveMinutely, NOON } from '../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

/** A wearer whose source has been silent for two hours, so that it is polled every five minutes. */
async function wearerOfSilentSensor(pauseMs = 5 * SECOND) {
  const store = await openStore({ url: null, file: ':memory:' });
  const setup = await pollingOfOneWearer(store, { rhythm: { ...fiveMinutely, pauseMs } });
  setup.vendor.readings = everyFive(NOON - HOUR, NOON);
  await setup.connect();
  await setup.pollUntil(NOON + 2 * HOUR);
  const next = async () => (await store.connections.find(setup.wearerId))?.nextAt ?? null;
  const lastPollAt = () => setup.vendor.reads.at(-1)?.at ?? 0;
  return { ...setup, next, lastPollAt };
}

test('[SRC-3] on request of the wearer the source is polled at once, and a new reading is shown', async () => {
  const { clock, polling, wearerId, vendor, stored, lastPollAt } = await wearerOfSilentSensor();
  clock.now = lastPollAt() + 30 * SECOND;
  vendor.readings = everyFive(clock.now - MINUTE, clock.now);
  const polls = vendor.reads.length;
  expect(await polling.checkNow(wearerId)).toBe(true);
  await polling.runDuePolls();
  expect(vendor.reads).toHaveLength(polls + 1);
  expect((await stored()).at(-1)).toBe(clock.now - MINUTE);
});

test('[SRC-3] on request of the wearer the source is polled no sooner than the vendor’s shortest interval allows', async () => {
  const { clock, polling, wearerId, next, lastPollAt } = await wearerOfSilentSensor(MINUTE);
  clock.now = lastPollAt() + 30 * SECOND;
  expect(await polling.checkNow(wearerId)).toBe(true);
  expect(await next()).toBe(lastPollAt() + MINUTE);
  expect(await polling.checkNow(wearerId)).toBe(false);
});

test.each(['too-many-calls', 'locked-out'] as const)(
  '[SRC-3] a vendor that has answered %s is not polled sooner on request of the wearer',
  async (errorCode) => {
    const { pollUntil, polling, wearerId, vendor, next } = await wearerOfSilentSensor();
    vendor.readError = errorCode;
    await pollUntil(NOON + 2 * HOUR + 6 * MINUTE);
    const planned = await next();
    expect(await polling.checkNow(wearerId)).toBe(false);
    expect(await next()).toBe(planned);
  },
);

test('[SRC-3] a wait that the vendor has asked for is kept on request of the wearer too', async () => {
  const { pollUntil, polling, wearerId, vendor, clock } = await wearerOfSilentSensor();
  vendor.readError = 'unreachable';
  vendor.retryAfterMs = HOUR;
  await pollUntil(NOON + 2 * HOUR + 6 * MINUTE);
  const polls = vendor.reads.length;
  await polling.checkNow(wearerId);
  await pollUntil(clock.now + 30 * MINUTE);
  expect(vendor.reads).toHaveLength(polls);
});

test('[SRC-3] without a connection, and when only the wearer can fix it, nothing is polled', async () => {
  const { polling, wearerId, vendor, pollUntil } = await wearerOfSilentSensor();
  vendor.readError = 'wrong-login';
  await pollUntil(NOON + 5 * HOUR);
  const polls = vendor.reads.length;
  expect(await polling.checkNow(wearerId)).toBe(false);
  await polling.disconnect(wearerId, { clearCredentials: false });
  expect(await polling.checkNow(wearerId)).toBe(false);
  await polling.runDuePolls();
  expect(vendor.reads).toHaveLength(polls);
});
