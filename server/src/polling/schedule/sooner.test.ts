import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fakeVendor, fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { NewConnection } from '../../store/connections/connections.ts';
import { openStore } from '../../store/store.ts';
import type { PollingDependencies } from '../dependencies.ts';
import { type PollMemory, parseMemory, serializeMemory } from '../state/poll-memory.ts';
import { openCheckNow } from './check-now.ts';
import { openViewedWearers } from './viewed-wearers.ts';

/** A vendor that wants an hour between two polls, and five minutes while somebody looks. */
const slow = { ...fiveMinutely, pauseMs: HOUR, viewedPauseMs: 5 * MINUTE };

/** A wearer of that vendor, `dexcom`, and the same source as `nightScout` without the shorter pause. */
async function wearerOfSlowVendor(more: Partial<NewConnection> = {}) {
  const store = await openStore({ url: null, file: ':memory:' });
  const wearerId = await newWearer(store);
  const clock = { now: NOON };
  let woken = 0;
  const wake = () => {
    woken += 1;
  };
  const log: object[] = [];
  const write = (line: object) => void log.push(line);
  const asked: string[] = [];
  const database = { error: null as Error | null };
  const connections: typeof store.connections = {
    ...store.connections,
    async pollSooner(id, source, between) {
      asked.push(source);
      if (database.error !== null) throw database.error;
      return store.connections.pollSooner(id, source, between);
    },
  };
  const sources = {
    dexcom: { type: 'dexcom' as const, source: fakeVendor(clock, { rhythm: slow }).source },
    nightScout: { type: 'nightScout' as const, source: fakeVendor(clock).source },
  };
  const dependencies = {
    store: { ...store, connections },
    now: () => clock.now,
    log: { info: write, warn: write },
    sources,
  } as unknown as PollingDependencies;
  const connect = (changes: Partial<NewConnection>) =>
    store.connections.save(
      connected(wearerId, { source: 'dexcom', state: 'fine', nextAt: NOON + 50 * MINUTE, ...changes }),
      clock.now,
    );
  await connect(more);
  const nextAt = async () => ((await store.connections.find(wearerId))?.nextAt ?? 0) - NOON;
  return {
    store,
    wearerId,
    clock,
    log,
    asked,
    database,
    connect,
    nextAt,
    woken: () => woken,
    checkNow: openCheckNow(dependencies, wake),
    viewed: openViewedWearers(dependencies, wake),
    viewedAtOtherVendors: openViewedWearers(
      { ...dependencies, sources: { nightScout: sources.nightScout } },
      wake,
    ),
  };
}

const remembered = (memory: Partial<PollMemory>) =>
  serializeMemory({ ...parseMemory(null, slow), polledAt: NOON - MINUTE, ...memory });

describe('[SRC-3] a poll that the wearer asks for', () => {
  test.each<[string, Partial<PollMemory>, number]>([
    ['after the pause of a wearer who looks', {}, 4 * MINUTE],
    ['at once when that is over', { polledAt: NOON - HOUR }, 0],
    [
      'after that pause when the last poll was noted by a clock that was ahead',
      { polledAt: NOON + HOUR },
      5 * MINUTE,
    ],
    [
      'after the wait that the vendor asked for',
      { requestedWait: { since: NOON - MINUTE, ms: 20 * MINUTE, errorCode: 'unreachable' } },
      19 * MINUTE,
    ],
    [
      'after the pause where the wait is over',
      { requestedWait: { since: NOON - MINUTE, ms: 2 * MINUTE, errorCode: 'unreachable' } },
      4 * MINUTE,
    ],
  ])('is made %s', async (_, memory, nextMs) => {
    const { checkNow, wearerId, nextAt, woken } = await wearerOfSlowVendor({
      pollMemory: remembered(memory),
    });
    expect(await checkNow(wearerId)).toBe(true);
    expect([await nextAt(), woken()]).toEqual([nextMs, 1]);
  });

  test('is made at once where nothing is known about the last one', async () => {
    const { checkNow, wearerId, nextAt } = await wearerOfSlowVendor();
    expect(await checkNow(wearerId)).toBe(true);
    expect(await nextAt()).toBe(0);
  });

  test('is made after the usual pause where the vendor has no shorter one', async () => {
    const pollMemory = remembered({ polledAt: NOON - SECOND });
    const { checkNow, wearerId, nextAt } = await wearerOfSlowVendor({ source: 'nightScout', pollMemory });
    expect(await checkNow(wearerId)).toBe(true);
    expect(await nextAt()).toBe(4 * SECOND);
  });

  test('is the planned one where that comes within a second', async () => {
    const { checkNow, wearerId, nextAt, connect, woken } = await wearerOfSlowVendor({
      nextAt: NOON + SECOND,
    });
    expect(await checkNow(wearerId)).toBe(true);
    expect([await nextAt(), woken()]).toEqual([SECOND, 0]);
    await connect({ nextAt: NOON + SECOND + 1 });
    expect(await checkNow(wearerId)).toBe(true);
    expect([await nextAt(), woken()]).toEqual([0, 1]);
  });

  test.each<[string, Partial<NewConnection>]>([
    ['where polling has stopped', { nextAt: null }],
    ['where the vendor has asked for fewer polls', { errorCode: 'too-many-calls' }],
    ['where the vendor has locked the login', { errorCode: 'locked-out' }],
    ['where this server does not have the source', { source: 'removed' }],
    ['where it would come later than planned', { nextAt: NOON + 3 * MINUTE }],
  ])('is not made %s', async (_, more) => {
    const connection = { pollMemory: remembered({}), ...more };
    const { checkNow, wearerId, store, woken } = await wearerOfSlowVendor(connection);
    const before = await store.connections.find(wearerId);
    expect(await checkNow(wearerId)).toBe(false);
    expect([await store.connections.find(wearerId), woken()]).toEqual([before, 0]);
  });

  test('is not made for a wearer who is not connected', async () => {
    const { checkNow, store } = await wearerOfSlowVendor();
    expect(await checkNow(await newWearer(store))).toBe(false);
  });
});

describe('[SRC-3] while somebody looks at readings', () => {
  const settled = () => new Promise(setImmediate);

  test('a vendor that allows it is polled as soon as its shorter pause is over, and the poller wakes', async () => {
    const { viewed, wearerId, nextAt, woken } = await wearerOfSlowVendor();
    viewed(wearerId);
    await settled();
    expect([await nextAt(), woken()]).toEqual([0, 1]);
  });

  test.each([
    [55 * MINUTE + SECOND, 0],
    [55 * MINUTE + SECOND + 1, 55 * MINUTE + SECOND + 1],
  ])('a wearer who would be polled in %i ms is polled in %i ms', async (dueMs, nextMs) => {
    const { viewed, wearerId, nextAt } = await wearerOfSlowVendor({ nextAt: NOON + dueMs });
    viewed(wearerId);
    await settled();
    expect(await nextAt()).toBe(nextMs);
  });

  test('other vendors are not polled sooner, and the poller does not wake', async () => {
    const { viewed, wearerId, nextAt, asked, woken } = await wearerOfSlowVendor({ source: 'nightScout' });
    viewed(wearerId);
    await settled();
    expect([await nextAt(), asked, woken()]).toEqual([50 * MINUTE, ['dexcom'], 0]);
  });

  test('the database is not asked where no vendor has a shorter pause', async () => {
    const { viewedAtOtherVendors, wearerId, asked } = await wearerOfSlowVendor();
    viewedAtOtherVendors(wearerId);
    await settled();
    expect(asked).toEqual([]);
  });

  test('the database is asked once a minute for each wearer, and at once after the clock was set back', async () => {
    const { viewed, wearerId, store, clock, asked } = await wearerOfSlowVendor();
    const counts: number[] = [];
    for (const ms of [0, 0, MINUTE - 1, MINUTE, MINUTE, 2 * MINUTE - 1, 2 * MINUTE, MINUTE]) {
      clock.now = NOON + ms;
      viewed(wearerId);
      await settled();
      counts.push(asked.length);
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3, 4]);
    viewed(await newWearer(store));
    await settled();
    expect(asked).toHaveLength(5);
  });

  test('[OPS-3] a fault that keeps polls from coming sooner is one warning, and one line when it has ended', async () => {
    const { viewed, wearerId, clock, log, database } = await wearerOfSlowVendor();
    database.error = new Error('a bug');
    for (let count = 0; count < 4; count += 1) {
      if (count === 2) database.error = null;
      viewed(wearerId);
      await settled();
      clock.now += MINUTE;
    }
    expect(log).toEqual([
      { event: 'poll-sooner-failed', err: new Error('a bug') },
      { event: 'recovered', from: 'poll-sooner-failed' },
    ]);
  });
});
