import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { pollingOfOneWearer } from '../../../test/polling/polling.ts';
import { everyFive, NOON, readingAt } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time-units.ts';

describe('[DEV-4] what a poll fills in', () => {
  eachEngine((open) => {
    test('is known to displays, and usual polls add nothing to it', async () => {
      const { store, vendor, connect, pollUntil, wearerId } = await pollingOfOneWearer(await open());
      const late = readingAt(NOON + 35 * MINUTE);
      const all = everyFive(NOON - HOUR, NOON + 3 * HOUR);
      vendor.readings = all.filter(({ takenAt }) => takenAt !== late.takenAt);
      await connect();
      await pollUntil(NOON + 30 * MINUTE);
      const first = await store.filledSpans.of(wearerId);
      await pollUntil(NOON + 41 * MINUTE);
      expect(await store.filledSpans.of(wearerId)).toEqual(first);
      vendor.readings = all;
      await pollUntil(NOON + 46 * MINUTE);
      const second = await store.filledSpans.of(wearerId);
      expect(second.slice(first.length)).toMatchObject([{ firstAt: late.takenAt, lastAt: late.takenAt }]);
      await pollUntil(NOON + 2 * HOUR);
      expect(await store.filledSpans.of(wearerId)).toEqual(second);
    });

    test('includes each older step of a long answer', async () => {
      const { store, vendor, connect, pollUntil, wearerId } = await pollingOfOneWearer(await open());
      vendor.readings = everyFive(NOON - HOUR, NOON + 2 * HOUR);
      await connect();
      await pollUntil(NOON + 30 * MINUTE);
      vendor.readings = everyFive(NOON - HOUR, NOON + 7 * DAY);
      const before = await store.filledSpans.of(wearerId);
      vendor.readError = 'unreachable';
      await pollUntil(NOON + 5 * DAY);
      vendor.readError = null;
      await pollUntil(NOON + 6 * DAY);
      const spans = (await store.filledSpans.of(wearerId)).slice(before.length);
      const [oldest] = spans.map(({ firstAt }) => firstAt).sort((a, b) => a - b);
      expect(spans.length).toBeGreaterThanOrEqual(2);
      expect(oldest).toBeLessThan(NOON + HOUR);
    });
  });
});
