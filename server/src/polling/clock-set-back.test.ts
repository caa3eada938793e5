import { expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { pollingNode, pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, fakeVendor, fiveMinutely, NOON, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore, type Store } from '../store/store.ts';
import { initialRhythm, learn } from './schedule/rhythm.ts';

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

test('[SRC-3] a wait that the vendor asked for while the clock was two hours ahead ends in time once the clock is right', async () => {
  const store = await openStore({ url: null, file: ':memory:' });
  const { vendor, clock, polling, connect, pollUntil, stored } = await pollingOfOneWearer(store);
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  await connect();
  await pollUntil(NOON + 7 * MINUTE);
  clock.now += 2 * HOUR;
  Object.assign(vendor, { readError: 'too-many-calls', retryAfterMs: 5 * MINUTE });
  await pollUntil(clock.now + MINUTE);
  vendor.readError = null;
  await polling.startDuePolls();
  clock.now = NOON + 9 * MINUTE;
  await polling.startDuePolls();
  await pollUntil(NOON + 22 * MINUTE);
  expect((await stored()).at(-1)).toBe(NOON + 20 * MINUTE);
});

/** A wearer who was polled for a minute while the clock was 14 minutes ahead; it is right again. */
async function afterClockAhead(store: Store) {
  const setup = await pollingOfOneWearer(store);
  const { vendor, clock } = setup;
  vendor.readings = everyFive(NOON - HOUR, NOON + 10 * MINUTE);
  await setup.connect();
  await setup.pollUntil(NOON + 7 * MINUTE);
  clock.now += 14 * MINUTE;
  await setup.pollUntil(clock.now + MINUTE);
  await setup.polling.startDuePolls();
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  return { ...setup, nextAt: async () => (await store.connections.find(setup.wearerId))?.nextAt ?? 0 };
}

eachEngine((open) => {
  test('[SRC-3] a clock that was 14 minutes ahead delays no reading once it is right', async () => {
    const { clock, polling, pollUntil, stored, nextAt } = await afterClockAhead(await open());
    const plannedInMs = (await nextAt()) - clock.now;
    clock.now = NOON + 8 * MINUTE;
    await polling.startDuePolls();
    expect((await nextAt()) - clock.now).toBe(plannedInMs);
    await pollUntil(NOON + 16 * MINUTE);
    expect((await stored()).at(-1)).toBe(NOON + 15 * MINUTE);
  });

  test('[SRC-3] a clock that was 14 minutes ahead before a restart delays no reading either', async () => {
    const { clock, store, source, stored } = await afterClockAhead(await open());
    clock.now = NOON + 10 * MINUTE + 20 * SECOND;
    await pollingNode(store, clock, source).polling.runDuePolls();
    expect((await stored()).at(-1)).toBe(NOON + 10 * MINUTE);
  });
});

test('[SRC-3] a poll during which the clock was set back plans the next one by the right time', async () => {
  const { clock, polling, vendor, nextAt } = await afterClockAhead(
    await openStore({ url: null, file: ':memory:' }),
  );
  clock.now = await nextAt();
  vendor.duringRead = async () => {
    clock.now = NOON + 8 * MINUTE;
  };
  await polling.runDuePolls();
  expect(await nextAt()).toBeLessThan(NOON + 14 * MINUTE);
});

test('[SRC-3] a poll in vain while the clock was two hours ahead does not count as a reading that came two hours late', () => {
  const recent = [NOON - 10 * MINUTE, NOON - 5 * MINUTE];
  const learned = { ...initialRhythm(fiveMinutely), recent, missedAt: NOON + 2 * HOUR };
  const { extraDelayMs } = learn(learned, { polledAt: NOON + 15 * SECOND, takenAt: [NOON] }, fiveMinutely);
  expect(extraDelayMs).toBeLessThan(5 * SECOND);
});
