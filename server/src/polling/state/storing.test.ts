import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { makeDue, pollingNode } from '../../../test/polling/polling.ts';
import {
  everyFive,
  fakeVendor,
  fiveMinutely,
  NOON,
  readingAt,
  SECRET,
} from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';
import type { PollCounters } from '../dependencies.ts';

/** A wearer whose first poll reads the whole history of four days; `counted` is what the metrics get. */
async function connectedWearer() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, {
    historyMs: 4 * DAY,
    rhythm: { ...fiveMinutely, pauseMs: MINUTE },
  });
  const counted: unknown[][] = [];
  const pollCounters: PollCounters = {
    polled: (...counts) => void counted.push(['polled', ...counts]),
    took: (name) => void counted.push(['took', name]),
    stored: (...counts) => void counted.push(['stored', ...counts]),
  };
  const steps: number[][] = [];
  const between: number[][] = [];
  const leases: typeof store.leases = {
    ...store.leases,
    async record(node, polls) {
      for (const { readings } of polls) steps.push(readings.map(({ takenAt }) => (takenAt - NOON) / MINUTE));
      return store.leases.record(node, polls);
    },
  };
  const readings: typeof store.readings = {
    ...store.readings,
    async between(id, from, until) {
      between.push([from - NOON, until - NOON]);
      return store.readings.between(id, from, until);
    },
  };
  const node = pollingNode({ ...store, leases, readings }, clock, source, { pollCounters });
  const wearerId = await newWearer(store);
  await node.polling.connect(wearerId, 'nightScout', { password: SECRET });
  const changes: string[] = [];
  store.changes.subscribe((id, change) => void (id === wearerId && changes.push(change)));
  const pollNow = async () => {
    await makeDue(store, wearerId, clock.now);
    for (const noted of [counted, steps, between, changes]) noted.splice(0);
    await node.polling.runDuePolls();
  };
  const connection = async () => store.connections.find(wearerId);
  const stored = async () => (await store.readings.since(wearerId, 0)).length;
  return {
    store,
    clock,
    vendor,
    source,
    wearerId,
    counted,
    steps,
    between,
    changes,
    ...node,
    pollNow,
    connection,
    stored,
  };
}

describe('[SRC-2] a long answer', () => {
  test('is stored by 500 readings, the newest first, and counted once', async () => {
    const { vendor, polling, steps, stored, counted, changes } = await connectedWearer();
    vendor.readings = everyFive(NOON - 4 * DAY + 5 * MINUTE, NOON - MINUTE);
    const count = vendor.readings.length;
    await polling.runDuePolls();
    expect(steps.map((step) => step.length)).toEqual([500, 500, count - 1000]);
    expect(steps.flat()).toEqual(
      vendor.readings.map(({ takenAt }) => (takenAt - NOON) / MINUTE).toReversed(),
    );
    expect(await stored()).toBe(count);
    expect(counted).toEqual([
      ['took', 'nightScout'],
      ['polled', 'nightScout', 'readings'],
      ['stored', 'nightScout', count, 5 * MINUTE],
    ]);
    expect(changes.filter((change) => change === 'connection')).toHaveLength(1);
  });

  test('has no duplicates where two steps meet', async () => {
    const { vendor, polling, stored } = await connectedWearer();
    const readings = everyFive(NOON - 4 * DAY + 5 * MINUTE, NOON - MINUTE);
    const [edge] = readings.slice(-500);
    vendor.readings = [...readings, readingAt((edge?.takenAt ?? 0) - 30 * SECOND + 1)];
    await polling.runDuePolls();
    expect(await stored()).toBe(readings.length);
  });

  test('keeps a reading half a minute before another step', async () => {
    const { vendor, polling, stored } = await connectedWearer();
    const readings = everyFive(NOON - 4 * DAY + 5 * MINUTE, NOON - MINUTE);
    const [edge] = readings.slice(-500);
    vendor.readings = [...readings, readingAt((edge?.takenAt ?? 0) - 30 * SECOND)];
    await polling.runDuePolls();
    expect(await stored()).toBe(readings.length + 1);
  });
});

describe('[SRC-2] an answer', () => {
  test('without new readings is counted as nothing, and changes no state', async () => {
    const { vendor, polling, counted, changes, steps, pollNow } = await connectedWearer();
    vendor.readings = everyFive(NOON - HOUR, NOON - MINUTE);
    await polling.runDuePolls();
    await pollNow();
    expect(counted).toEqual([
      ['took', 'nightScout'],
      ['polled', 'nightScout', 'nothing'],
    ]);
    expect([changes, steps]).toEqual([[], [[]]]);
  });

  test('is compared with the database for the first time, and then with what is remembered', async () => {
    const { vendor, polling, between, clock, counted, pollNow } = await connectedWearer();
    vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
    await polling.runDuePolls();
    expect(between).toEqual([[-HOUR - 30 * SECOND, -5 * MINUTE + 30 * SECOND]]);
    clock.now += 6 * MINUTE;
    await pollNow();
    expect(between).toEqual([]);
    expect(counted).toContainEqual(['stored', 'nightScout', 2, MINUTE]);
  });
});

describe('[SRC-3] a poll that fails', () => {
  const fail = async (errorCode: SourceErrorCode, retryAfterMs?: number) => {
    const setup = await connectedWearer();
    setup.vendor.readings = everyFive(NOON - HOUR, NOON - MINUTE);
    await setup.polling.runDuePolls();
    setup.vendor.readError = new SourceError('fake', errorCode, { retryAfterMs });
    await setup.pollNow();
    return setup;
  };

  test('is counted with its error, and its state is announced once', async () => {
    const { counted, changes, pollNow, connection } = await fail('unreachable');
    expect(counted).toEqual([
      ['took', 'nightScout'],
      ['polled', 'nightScout', 'unreachable'],
    ]);
    expect(changes).toEqual(['connection']);
    expect((await connection())?.nextAt).toBe(Math.ceil(NOON + 5 * SECOND * (1 + 0.512345 / 5)));
    await pollNow();
    expect(changes).toEqual([]);
  });

  test('with another error is announced again', async () => {
    const { vendor, changes, pollNow } = await fail('unreachable');
    vendor.readError = 'unreadable';
    await pollNow();
    expect(changes).toEqual(['connection']);
  });

  test('leaves the state as it was where only the history could not be read', async () => {
    const { store, vendor, clock, polling, connection, changes, log } = await connectedWearer();
    vendor.readings = everyFive(NOON - HOUR, NOON - MINUTE);
    await polling.runDuePolls();
    const before = await connection();
    if (before === null || before.encryptedSession === null) throw new Error('not connected');
    const { encryptedSession } = before;
    await store.connections.replace(
      { ...before, encryptedSession, nextAt: clock.now, backfillAt: clock.now },
      { revision: before.revision, isSameLogin: true },
      clock.now,
    );
    vendor.readError = 'unreachable';
    changes.splice(0);
    await polling.runDuePolls();
    expect(await connection()).toMatchObject({
      state: 'fine',
      errorCode: null,
      failures: 0,
      backfillAt: NOON + HOUR,
    });
    expect([changes, log]).toEqual([[], []]);
  });
});
