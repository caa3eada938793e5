import { describe, expect, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { pollingNode, pollingOfOneWearer } from '../../test/polling/polling.ts';
import { everyFive, NOON, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

describe('several nodes', () => {
  eachEngine((open) => {
    test('[OPS-2] when a node dies during a poll, another has polled within thirty seconds', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling, stored } = await pollingOfOneWearer(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      const started = Promise.withResolvers<void>();
      vendor.duringRead = async () => {
        started.resolve();
        await new Promise(() => {}); // a dead node never continues
      };
      void polling.runDuePolls();
      await started.promise;
      vendor.duringRead = async () => {};
      const other = pollingNode(store, clock, source).polling;
      await other.runDuePolls();
      expect(await stored()).toEqual([]);
      clock.now = NOON + 25 * SECOND;
      await other.runDuePolls();
      expect(await stored()).toHaveLength(12);
    });

    test('[OPS-2] during a long poll a node keeps its lease, and no other node polls', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling } = await pollingOfOneWearer(store);
      await connect();
      const release = Promise.withResolvers<void>();
      const started = Promise.withResolvers<void>();
      vendor.duringRead = async () => {
        started.resolve();
        await release.promise;
      };
      const first = polling.runDuePolls();
      await started.promise;
      const other = pollingNode(store, clock, source).polling;
      for (clock.now = NOON; clock.now < NOON + 2 * MINUTE; clock.now += 5 * SECOND) {
        // The other node comes first: one that leases what has expired once more for itself would hide that.
        await other.startDuePolls();
        await polling.startDuePolls();
      }
      expect(vendor.reads).toHaveLength(1);
      release.resolve();
      await first;
    });

    test('[OPS-2] [SRC-3] a node with a clock that is a little behind does not poll what another is polling', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling } = await pollingOfOneWearer(store);
      await connect();
      clock.now += 10 * SECOND;
      const release = Promise.withResolvers<void>();
      vendor.duringRead = () => release.promise;
      await polling.startDuePolls();
      expect(vendor.reads).toHaveLength(1);
      const behind = { now: clock.now - 50 };
      await pollingNode(store, behind, source).polling.startDuePolls();
      behind.now = clock.now - 4 * SECOND;
      await pollingNode(store, behind, source).polling.startDuePolls();
      expect(vendor.reads).toHaveLength(1);
      release.resolve();
      await polling.runDuePolls();
    });

    test('[SRC-1] histories beyond those that are read at once are postponed by 10 to 20 seconds, and then read', async () => {
      const store = await open();
      const { vendor, clock, polling } = await pollingOfOneWearer(store);
      vendor.readings = everyFive(NOON - 20 * HOUR, NOON);
      const wearers = await Promise.all(Array.from({ length: 7 }, () => newWearer(store)));
      for (const wearerId of wearers) await polling.connect(wearerId, 'nightScout', { password: SECRET });
      const release = Promise.withResolvers<void>();
      vendor.duringRead = () => release.promise;
      await polling.startDuePolls();
      await vi.waitFor(() => expect(vendor.reads).toHaveLength(7));
      release.resolve();
      await polling.runDuePolls();
      const backfillsAt = await Promise.all(
        wearers.map(async (id) => (await store.connections.find(id))?.backfillAt ?? 0),
      );
      const postponed = Math.ceil(NOON + 10 * SECOND * 1.512345);
      expect(backfillsAt.toSorted((a, b) => a - b)).toEqual([...Array(6).fill(NOON), postponed]);
      const complete = async () => {
        const stored = await Promise.all(wearers.map((id) => store.readings.since(id, 0)));
        return stored.filter(({ length }) => length === 240).length;
      };
      clock.now = NOON + 5 * SECOND;
      await polling.runDuePolls();
      expect(await complete()).toBe(6);
      for (; clock.now < NOON + 2 * MINUTE; clock.now += 5 * SECOND) await polling.runDuePolls();
      expect(await complete()).toBe(7);
    });

    test('a node that stops finishes its polls and leaves the rest to others', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling, stored, wearerId } = await pollingOfOneWearer(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      const started = Promise.withResolvers<void>();
      vendor.duringRead = async () => started.resolve();
      polling.start();
      await started.promise;
      // On a busy machine the poll may take longer than a node that stops has for it.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await polling[Symbol.asyncDispose]().finally(() => vi.useRealTimers());
      expect(await stored()).toHaveLength(12);
      clock.now = NOON + 20 * MINUTE;
      await pollingNode(store, clock, source).polling.runDuePolls();
      expect((await store.connections.find(wearerId))?.nextAt).toBeGreaterThan(clock.now);
    });
  });

  test('[CON-4] a running poll is aborted at once when the wearer disconnects', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, connect, polling, stored, wearerId } = await pollingOfOneWearer(store);
    vendor.readings = everyFive(NOON - HOUR, NOON);
    await connect();
    const started = Promise.withResolvers<AbortSignal>();
    vendor.duringRead = async (signal) => {
      started.resolve(signal);
      await new Promise(() => {});
    };
    const polls = polling.runDuePolls();
    const signal = await started.promise;
    await polling.disconnect(wearerId, { clearCredentials: true });
    await polls;
    expect(signal.aborted).toBe(true);
    expect(await stored()).toEqual([]);
  });

  test('[CON-4] a wearer who connects again at another node is polled by this one at once, also while its old poll hangs', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, source, clock, connect, polling, stored, wearerId } = await pollingOfOneWearer(store);
    vendor.readings = everyFive(NOON - HOUR, NOON);
    await connect();
    const started = Promise.withResolvers<AbortSignal>();
    vendor.duringRead = async (signal) => {
      started.resolve(signal);
      await new Promise(() => {});
    };
    await polling.startDuePolls();
    const signal = await started.promise;
    vendor.duringRead = async () => {};
    const other = pollingNode(store, clock, source).polling;
    await other.connect(wearerId, 'nightScout', { password: SECRET });
    await polling.runDuePolls();
    expect(signal.aborted).toBe(true);
    expect(await stored()).toHaveLength(12);
  });

  test('[SRC-3] hundreds of hanging polls do not delay a healthy connection', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, polling, clock, connect } = await pollingOfOneWearer(store);
    for (let count = 0; count < 400; count += 1) {
      const wearerId = await newWearer(store);
      await polling.connect(wearerId, 'nightScout', { password: SECRET });
    }
    vendor.readError = 'unreachable';
    await polling.runDuePolls();
    await polling.runDuePolls();
    vendor.readError = null;
    vendor.duringRead = () => new Promise(() => {});
    clock.now += HOUR;
    await polling.startDuePolls();
    await polling.startDuePolls();
    const pollsBefore = vendor.reads.length;
    await connect();
    await polling.startDuePolls();
    expect(vendor.reads.length).toBe(pollsBefore + 1);
  });

  test('[SRC-3] a slow vendor with very many wearers gets a limited number of calls at once', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, polling, connect } = await pollingOfOneWearer(store);
    for (let count = 0; count < 300; count += 1) {
      await polling.connect(await newWearer(store), 'nightScout', { password: SECRET });
    }
    await connect();
    const release = Promise.withResolvers<void>();
    vendor.duringRead = () => release.promise;
    await polling.startDuePolls();
    await polling.startDuePolls();
    expect(vendor.reads).toHaveLength(250);
    release.resolve();
    await polling.runDuePolls();
    await polling.runDuePolls();
    expect(vendor.reads).toHaveLength(301);
  });
});
