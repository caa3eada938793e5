import type { Trouble } from '@tealight/sources';
import { expect, test } from 'vitest';
import { pollingNode } from '../../test/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { openStore } from '../store/store.ts';
import { HOUR, MINUTE, SECOND } from '../times.ts';

const WEARERS = 200;
const LOOK_EVERY_MS = 250;

test.each(['unreachable', 'unreadable', 'wrong-address'] satisfies Trouble[])(
  '[SRC-3] after an outage of a vendor (%s) all wearers have their readings within a minute, without a stampede',
  async (mood) => {
    const store = await openStore({ url: null, file: ':memory:' });
    const clock = { now: NOON };
    const { vendor, source } = fakeVendor(clock);
    let seed = 7;
    const chance = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const { polling } = pollingNode(store, clock, source, { chance });
    vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
    const wearers = [];
    for (let count = 0; count < WEARERS; count += 1) {
      const wearerId = await newWearer(store);
      wearers.push(wearerId);
      await polling.connect(wearerId, 'nightScout', { password: SECRET });
    }
    const live = async (ms: number) => {
      for (const until = clock.now + ms; clock.now < until; clock.now += LOOK_EVERY_MS) await polling.turn();
    };
    await live(MINUTE);
    vendor.mood = mood;
    await live(16 * MINUTE);
    vendor.mood = null;
    const before = vendor.reads.length;
    await live(MINUTE);
    const newest = await Promise.all(
      wearers.map(async (id) => (await store.readings.latest(id))[0]?.takenAt),
    );
    expect(newest.filter((at) => at !== NOON + 15 * MINUTE)).toEqual([]);
    const perSecond = Map.groupBy(vendor.reads.slice(before), ({ at }) => Math.floor(at / SECOND));
    const most = Math.max(...[...perSecond.values()].map((reads) => reads.length));
    // Spread over half a minute they are a thirtieth each second; chance doubles that here and there.
    expect(most).toBeLessThanOrEqual(WEARERS / 8);
  },
);
