import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { desk, pollingNode } from '../../test/polling.ts';
import { everyFive, NOON, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { openStore } from '../store/store.ts';
import { HOUR, MINUTE, SECOND } from '../times.ts';

describe('several nodes', () => {
  eachEngine((open) => {
    test('[OPS-2] when a node dies while it asks, another has asked within thirty seconds', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling, stored } = await desk(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      const begun = Promise.withResolvers<void>();
      vendor.meanwhile = async () => {
        begun.resolve();
        await new Promise(() => {}); // as a node that is gone never goes on
      };
      void polling.turn();
      await begun.promise;
      vendor.meanwhile = async () => {};
      const other = pollingNode(store, clock, source).polling;
      await other.turn();
      expect(await stored()).toEqual([]);
      clock.now = NOON + 25 * SECOND;
      await other.turn();
      expect(await stored()).toHaveLength(12);
    });

    test('[OPS-2] a node that asks for long keeps its lease, and nobody asks beside it', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling } = await desk(store);
      await connect();
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      vendor.meanwhile = async () => {
        begun.resolve();
        await held.promise;
      };
      const first = polling.turn();
      await begun.promise;
      const other = pollingNode(store, clock, source).polling;
      for (clock.now = NOON; clock.now < NOON + 2 * MINUTE; clock.now += 5 * SECOND) {
        await polling.look();
        await other.turn();
      }
      expect(vendor.reads).toHaveLength(1);
      held.resolve();
      await first;
    });

    test('[OPS-2] [SRC-3] a node whose clock is a little behind does not ask beside another', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling } = await desk(store);
      await connect();
      clock.now += 10 * SECOND;
      const held = Promise.withResolvers<void>();
      vendor.meanwhile = () => held.promise;
      await polling.look();
      expect(vendor.reads).toHaveLength(1);
      const behind = { now: clock.now - 50 };
      await pollingNode(store, behind, source).polling.look();
      behind.now = clock.now - 4 * SECOND;
      await pollingNode(store, behind, source).polling.look();
      expect(vendor.reads).toHaveLength(1);
      held.resolve();
      await polling.turn();
    });

    test('a node that stops finishes what it asks and gives the rest to the others', async () => {
      const store = await open();
      const { vendor, source, clock, connect, polling, stored, wearerId } = await desk(store);
      vendor.readings = everyFive(NOON - HOUR, NOON);
      await connect();
      const begun = Promise.withResolvers<void>();
      vendor.meanwhile = async () => begun.resolve();
      polling.start();
      await begun.promise;
      await polling[Symbol.asyncDispose]();
      expect(await stored()).toHaveLength(12);
      clock.now = NOON + 20 * MINUTE;
      await pollingNode(store, clock, source).polling.turn();
      expect((await store.connections.find(wearerId))?.nextAt).toBeGreaterThan(clock.now);
    });
  });

  test('[CON-4] what is being asked when the wearer disconnects is dropped at once', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, connect, polling, stored, wearerId } = await desk(store);
    vendor.readings = everyFive(NOON - HOUR, NOON);
    await connect();
    const begun = Promise.withResolvers<AbortSignal>();
    vendor.meanwhile = async (signal) => {
      begun.resolve(signal);
      await new Promise(() => {});
    };
    const turn = polling.turn();
    const signal = await begun.promise;
    await polling.disconnect(wearerId, { clearCredentials: true });
    await turn;
    expect(signal.aborted).toBe(true);
    expect(await stored()).toEqual([]);
  });

  test('[SRC-3] hundreds of sources that hang keep no healthy one waiting', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, polling, clock, connect } = await desk(store);
    const hanging: number[] = [];
    for (let count = 0; count < 400; count += 1) {
      const wearerId = await newWearer(store);
      hanging.push(wearerId);
      await polling.connect(wearerId, 'nightScout', { password: SECRET });
    }
    vendor.mood = 'unreachable';
    await polling.turn();
    await polling.turn();
    vendor.mood = null;
    vendor.meanwhile = () => new Promise(() => {});
    clock.now += HOUR;
    await polling.look();
    await polling.look();
    const asked = vendor.reads.length;
    await connect();
    await polling.look();
    expect(vendor.reads.length).toBe(asked + 1);
  });

  test('[SRC-3] a slow vendor with very many wearers has a bounded number of asks under way', async () => {
    const store = await openStore({ url: null, file: ':memory:' });
    const { vendor, polling, connect } = await desk(store);
    for (let count = 0; count < 300; count += 1) {
      await polling.connect(await newWearer(store), 'nightScout', { password: SECRET });
    }
    await connect();
    const held = Promise.withResolvers<void>();
    vendor.meanwhile = () => held.promise;
    await polling.look();
    await polling.look();
    expect(vendor.reads).toHaveLength(250);
    held.resolve();
    await polling.turn();
    await polling.turn();
    expect(vendor.reads).toHaveLength(301);
  });
});
