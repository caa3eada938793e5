import type { Change } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../shared/time-units.ts';
import { localChanges } from '../../../store/changes.ts';
import { oldestOf, type Span } from '../readings.ts';
import { openEntryCache } from './entry-cache.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A store that counts its queries, with readings of each wearer every five minutes up to now. */
function parts(perWearer: number, everyMs = 5 * MINUTE) {
  const changes = localChanges();
  const asked: (Span & { wearerId: number })[] = [];
  let readings = Array.from(
    { length: perWearer },
    (_, index): Reading => ({ takenAt: NOW - index * everyMs, mgdl: 100 + (index % 50), trend: 'steady' }),
  );
  let held = Promise.resolve();
  const clock = { at: NOW };
  const newest = async (wearerId: number, span: Span) => {
    asked.push({ wearerId, ...span });
    const found = readings.filter(({ takenAt }) => takenAt >= span.from && takenAt < span.until);
    await held;
    return found.slice(0, span.count);
  };
  return {
    asked,
    changes,
    clock,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    keep(reading: Reading) {
      readings = [reading, ...readings];
    },
    tell: (wearerId: number, change: Change) => changes.publish(wearerId, change),
    store: {
      newest,
      newestWithSpans: async (wearerId: number, span: Span) => ({
        readings: await newest(wearerId, span),
        spans: [],
      }),
    },
    historyLimitOf: async () => 10 * DAY,
    now: () => clock.at,
  };
}
const lately = (count: number): Span => ({ from: NOW - DAY, until: NOW + MINUTE, count });

test('repeated requests of displays query the store once', async () => {
  const all = parts(2000);
  using cache = openEntryCache(all);
  const first = await cache.find(1, lately(288));
  const again = await cache.find(1, lately(10));
  expect([first.entries.length, again.entries.length, all.asked.length]).toEqual([288, 10, 1]);
  const write = () => ({ type: 'text/plain', text: 'body' });
  expect((await cache.find(1, lately(10))).body('json', write)).toBe(again.body('json', write));
  expect(again.body('csv', write)).not.toBe(again.body('json', write));
});

test('a change is in the wearer’s next answer, even if it happens while the store is being read', async () => {
  const all = parts(20);
  using cache = openEntryCache(all);
  await cache.find(2, lately(1));
  const release = all.hold();
  const before = cache.find(1, lately(1));
  await Promise.resolve();
  all.keep({ takenAt: NOW + 1, mgdl: 77, trend: 'steady' });
  all.tell(1, 'readings');
  release();
  await before;
  expect((await cache.find(1, lately(1))).entries[0]?.sgv).toBe(77);
  const askedOfOther = all.asked.filter(({ wearerId }) => wearerId === 2).length;
  expect(askedOfOther).toBe(1);
});

test('changes that may have been missed are read after ten seconds at the latest', async () => {
  const all = parts(20);
  using cache = openEntryCache(all);
  await cache.find(1, lately(1));
  all.changes.reportMissed();
  await cache.find(1, lately(1));
  expect(all.asked).toHaveLength(2);
  all.clock.at += 10_000;
  await cache.find(1, lately(1));
  expect(all.asked).toHaveLength(3);
});

test('the cache has a size limit for all wearers; the least recently used one is evicted', async () => {
  const all = parts(100);
  using cache = openEntryCache(all, 250);
  for (const wearerId of [1, 2, 1, 3]) await cache.find(wearerId, lately(5));
  const asks = (wearerId: number) => all.asked.filter((one) => one.wearerId === wearerId).length;
  await cache.find(1, lately(5));
  await cache.find(2, lately(5));
  expect([asks(1), asks(2), asks(3)]).toEqual([1, 2, 1]);
});

test('a failed read is not cached', async () => {
  const all = parts(5);
  let fails = true;
  const store = {
    ...all.store,
    newestWithSpans: (id: number, span: Span) =>
      fails ? Promise.reject(new Error('away')) : all.store.newestWithSpans(id, span),
  };
  using cache = openEntryCache({ ...all, store });
  await expect(cache.find(1, lately(1))).rejects.toThrow('away');
  fails = false;
  expect((await cache.find(1, lately(1))).entries).toHaveLength(1);
});

test('readings older than the wearer lets displays read are not found, and cached ones expire', async () => {
  const all = parts(14 * 288);
  using cache = openEntryCache(all);
  const everything: Span = { from: 0, until: NOW + MINUTE, count: 5000 };
  expect((await cache.find(1, everything)).entries.at(-1)?.date).toBe(NOW - 10 * DAY);
  const oldest = await cache.find(1, { ...everything, count: 3 }, 'oldest');
  expect(oldest.entries.map(({ date }) => date - NOW + 10 * DAY)).toEqual([10 * MINUTE, 5 * MINUTE, 0]);
});

test.each([
  ['every five minutes', 5 * MINUTE],
  ['twice a minute', MINUTE / 2],
  ['twice a day', DAY / 2],
])(
  'the oldest readings of a period are found with few queries when there is a reading %s',
  async (_, everyMs) => {
    const all = parts(5000, everyMs);
    const from = NOW - 3000 * everyMs;
    const found = await oldestOf(all.store, 1, { from, until: NOW, count: 100 });
    expect(found.map(({ takenAt }) => takenAt)).toEqual(
      Array.from({ length: 100 }, (_, index) => from + (99 - index) * everyMs),
    );
    expect(all.asked.length).toBeLessThan(40);
  },
);
