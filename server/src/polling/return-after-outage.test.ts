import type { SourceErrorCode } from '@tealight/sources';
import { expect, test } from 'vitest';
import { pollingNode } from '../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const WEARERS = 200;
const CHECK_INTERVAL_MS = 250;

test.each(['unreachable', 'unreadable', 'wrong-address'] satisfies SourceErrorCode[])(
  '[SRC-3] after an outage of a vendor (%s) all wearers have their readings within a minute, without too many calls at once',
  async (errorCode) => {
    const store = await openStore({ url: null, file: ':memory:' });
    const clock = { now: NOON };
    const { vendor, source } = fakeVendor(clock);
    let seed = 7;
    const random = () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const { polling } = pollingNode(store, clock, source, { random });
    vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
    const wearers = [];
    for (let count = 0; count < WEARERS; count += 1) {
      const wearerId = await newWearer(store);
      wearers.push(wearerId);
      await polling.connect(wearerId, 'nightScout', { password: SECRET });
    }
    const pollFor = async (ms: number) => {
      for (const until = clock.now + ms; clock.now < until; clock.now += CHECK_INTERVAL_MS)
        await polling.runDuePolls();
    };
    await pollFor(MINUTE);
    vendor.readError = errorCode;
    await pollFor(16 * MINUTE);
    vendor.readError = null;
    const before = vendor.reads.length;
    await pollFor(MINUTE);
    const newest = await Promise.all(
      wearers.map(async (id) => (await store.readings.latest(id))[0]?.takenAt),
    );
    expect(newest.filter((at) => at !== NOON + 15 * MINUTE)).toEqual([]);
    const perSecond = Map.groupBy(vendor.reads.slice(before), ({ at }) => Math.floor(at / SECOND));
    const most = Math.max(...[...perSecond.values()].map((reads) => reads.length));
    // Spread over half a minute they are a thirtieth each second; randomness sometimes doubles that.
    expect(most).toBeLessThanOrEqual(WEARERS / 8);
  },
);
