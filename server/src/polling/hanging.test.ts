import type { SourceErrorCode } from '@tealight/sources';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pollingNode, pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const openInMemory = () => openStore({ url: null, file: ':memory:' });

describe('a source that hangs', () => {
  test.each<[string, SourceErrorCode | null, number, number]>([
    ['after readings', null, 0, 2 * MINUTE],
    ['after one time without an answer', 'unreachable', 1, 6 * SECOND],
    ['after three times without an answer', 'unreachable', 3, 6 * SECOND],
    ['every fourth time', 'unreachable', 4, 2 * MINUTE],
    ['after five times without an answer', 'unreachable', 5, 6 * SECOND],
    ['after an answer that was not understood', 'unreadable', 1, 2 * MINUTE],
  ])('[SRC-3] %s has this timeout (%s, %i): %i ms', async (_, errorCode, failures, timeoutMs) => {
    const { vendor, pollUntil, connect, store, wearerId, clock, polling } = await pollingOfOneWearer(
      await openInMemory(),
    );
    vendor.readings = everyFive(NOON - HOUR, NOON + DAY);
    await connect();
    await pollUntil(NOON + 10 * MINUTE);
    vendor.readError = errorCode;
    const dueAt = async () => (await store.connections.find(wearerId))?.nextAt ?? 0;
    for (let time = 0; time < failures; time += 1) await pollUntil(await dueAt());
    const begun = Promise.withResolvers<AbortSignal>();
    vendor.duringRead = (signal) => {
      begun.resolve(signal);
      return new Promise(() => {});
    };
    clock.now = await dueAt();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const turn = polling.runDuePolls();
    const signal = await begun.promise;
    vi.advanceTimersByTime(timeoutMs - 1);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    await turn;
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'unreachable' });
  });
});

/** Wearers of one address whose next readings are due, and how many are polled at the same time. */
async function atOneAddress(count: number, ownSite: boolean) {
  const store = await openInMemory();
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
  const sources = { nightScout: { type: 'nightScout', source, isSelfHosted: ownSite } };
  const { polling } = pollingNode(store, clock, source, { sources });
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  const wearers: number[] = [];
  for (let one = 0; one < count; one += 1) {
    const wearerId = await newWearer(store);
    wearers.push(wearerId);
    await polling.connect(wearerId, 'nightScout', { password: SECRET });
  }
  const connections = () => Promise.all(wearers.map((id) => store.connections.find(id)));
  // Until every history is read; the number of concurrent reads is limited.
  while (clock.now < NOON + 10 * MINUTE) {
    await polling.runDuePolls();
    clock.now = Math.max(...(await connections()).map((connection) => connection?.nextAt ?? 0));
  }
  let [under, most] = [0, 0];
  vendor.duringRead = async () => {
    under += 1;
    most = Math.max(most, under);
    for (let step = 0; step < 20; step += 1) await new Promise(setImmediate);
    under -= 1;
  };
  const before = vendor.reads.length;
  await polling.runDuePolls();
  return { clock, connections, most, asked: vendor.reads.length - before, vendor, polling, store };
}

describe('an address that wearers have entered', () => {
  test('[SRC-3] gets twenty polls at a time; the others wait a few seconds with an unchanged state', async () => {
    const { clock, connections, most, asked, vendor, polling } = await atOneAddress(25, true);
    expect([asked, most]).toEqual([20, 20]);
    // A polled connection is polled again after five seconds at the earliest.
    const waiting = (await connections()).filter(
      (connection) => (connection?.nextAt ?? 0) <= clock.now + 4 * SECOND,
    );
    expect(waiting).toHaveLength(5);
    for (const connection of waiting) {
      expect(connection).toMatchObject({ state: 'fine', errorCode: null, failures: 0 });
      expect((connection?.nextAt ?? 0) - clock.now).toBeGreaterThanOrEqual(2 * SECOND);
    }
    clock.now += 4 * SECOND;
    const before = vendor.reads.length;
    await polling.runDuePolls();
    expect(vendor.reads.length - before).toBe(5);
  });

  test('[SRC-3] of a vendor with many wearers has no such limit', async () => {
    expect(await atOneAddress(25, false)).toMatchObject({ asked: 25 });
  });
});
