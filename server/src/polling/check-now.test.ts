import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { pollingNode, pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, fiveMinutely, NOON, readingAt } from '../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore, type Store } from '../store/store.ts';

/** A wearer whose source has been silent for two hours, so that it is polled every five minutes. */
async function wearerOfSilentSensor({
  pauseMs = 5 * SECOND,
  store: given,
}: {
  pauseMs?: number;
  store?: Store;
} = {}) {
  const store = given ?? (await openStore({ url: null, file: ':memory:' }));
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
  const { clock, polling, wearerId, next, lastPollAt } = await wearerOfSilentSensor({ pauseMs: MINUTE });
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

describe('a request during a poll whose answer is made already', () => {
  eachEngine((open) => {
    test('[SRC-3] is kept, at whichever node it was made: the source is polled once more', async () => {
      const setup = await wearerOfSilentSensor({ store: await open() });
      const { store, vendor, source, clock, polling, stored, next } = setup;
      const other = pollingNode(store, clock, source).polling;
      for (const asked of [polling, other]) {
        const dueAt = (await next()) ?? 0;
        const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        vendor.afterRead = async () => {
          started.resolve();
          await release.promise;
        };
        clock.now = dueAt;
        const poll = polling.runDuePolls();
        await started.promise;
        vendor.afterRead = async () => {};
        const takenAt = dueAt - MINUTE;
        vendor.readings = [...vendor.readings, readingAt(takenAt)];
        clock.now += SECOND;
        expect(await asked.checkNow(setup.wearerId)).toBe(true);
        release.resolve();
        await poll;
        expect((await stored()).at(-1)).not.toBe(takenAt);
        expect(await next()).toBe(dueAt + 5 * SECOND);
        clock.now = dueAt + 5 * SECOND;
        await other.runDuePolls();
        expect((await stored()).at(-1)).toBe(takenAt);
        expect(await next()).toBeGreaterThan(clock.now + MINUTE);
      }
    });

    test('[SRC-3] is answered at once also where the poll that ends is stored but not forgotten yet', async () => {
      const setup = await wearerOfSilentSensor({ store: await open(), pauseMs: 0 });
      const { store, vendor, clock, polling, next } = setup;
      clock.now = (await next()) ?? 0;
      const { record } = store.leases;
      let meanwhile = async () => {
        clock.now += 2 * SECOND;
        await polling.checkNow(setup.wearerId);
        await polling.startDuePolls();
      };
      store.leases.record = async (...args) => {
        const result = await record(...args);
        const now = meanwhile;
        meanwhile = async () => {};
        await now();
        return result;
      };
      const polls = vendor.reads.length;
      await polling.runDuePolls();
      expect(vendor.reads).toHaveLength(polls + 2);
    });

    test('[SRC-3] changes nothing where that answer is an error, which is tried again soon', async () => {
      const setup = await wearerOfSilentSensor({ store: await open() });
      const { vendor, clock, polling, next } = setup;
      clock.now = (await next()) ?? 0;
      vendor.readError = 'too-many-calls';
      let isAsked = false;
      vendor.duringRead = async () => {
        clock.now += SECOND;
        isAsked = await polling.checkNow(setup.wearerId);
      };
      await polling.runDuePolls();
      expect(isAsked).toBe(true);
      expect(await next()).toBeGreaterThanOrEqual(clock.now + 45 * SECOND);
    });
  });
});
