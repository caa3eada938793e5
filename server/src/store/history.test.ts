import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { everyFive, keep, NOON } from '../../test/history.ts';
import { newWearer } from '../../test/wearers.ts';
import { DAY, MINUTE } from '../times.ts';
import type { Store } from './store.ts';

const keeping = (store: Store, wearerId: number, keepDays: number | null) =>
  store.storySettings.save(wearerId, { timeZone: null, population: 'adult', keepDays });
const countAll = (store: Store, wearerId: number) => store.history.count(wearerId, 0, NOON + DAY);

describe('a history', () => {
  eachEngine((open) => {
    test('[DASH-7] comes back in order as it was stored, from its first moment and before its last', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const stored = everyFive(NOON, NOON + 60 * MINUTE, (at) => 39 + ((at / MINUTE) % 361));
      await keep(store, wearerId, stored.toReversed());
      const { takenAt, mgdl } = await store.history.columns(wearerId, NOON + 5 * MINUTE, NOON + 55 * MINUTE);
      const expected = stored.slice(1, -1);
      expect([...takenAt]).toEqual(expected.map((reading) => reading.takenAt));
      expect([...mgdl]).toEqual(expected.map((reading) => reading.mgdl));
    });

    test('[DASH-7] years of it are exact to the millisecond', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const stored = [NOON - 3650 * DAY + 1, NOON - DAY + 999, NOON - 1];
      await keep(
        store,
        wearerId,
        stored.map((takenAt) => ({ takenAt, mgdl: 600 })),
      );
      const { takenAt, mgdl } = await store.history.columns(wearerId, NOON - 3650 * DAY, NOON);
      expect([[...takenAt], [...mgdl]]).toEqual([stored, [600, 600, 600]]);
    });

    test('[DASH-7] of a wearer without readings is empty', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await keep(store, await newWearer(store), everyFive(NOON, NOON + 60 * MINUTE));
      expect((await store.history.columns(wearerId, 0, NOON + DAY)).mgdl).toHaveLength(0);
      expect(await countAll(store, wearerId)).toBe(0);
    });

    test('[DASH-7] what is older than its wearer wants it kept is erased, and nothing else', async () => {
      const store = await open();
      const [ada, ben, eve] = [await newWearer(store), await newWearer(store), await newWearer(store)];
      const month = everyFive(NOON - 30 * DAY, NOON);
      for (const wearerId of [ada, ben, eve]) await keep(store, wearerId, month);
      await keeping(store, ada, 14);
      await keeping(store, ben, null);
      expect(await store.history.eraseOld(NOON)).toBe(false);
      const left = await store.history.columns(ada, 0, NOON + DAY);
      expect(left.takenAt[0]).toBe(NOON - 14 * DAY);
      expect(left.mgdl).toHaveLength(14 * 288);
      expect([await countAll(store, ben), await countAll(store, eve)]).toEqual([30 * 288, 30 * 288]);
    });

    test('[DASH-7] much of it is erased piece by piece, of one wearer alone when asked so', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      for (const wearerId of [ada, ben]) {
        await keep(store, wearerId, everyFive(NOON - 40 * DAY, NOON));
        await keeping(store, wearerId, 14);
      }
      const pieces = [];
      do pieces.push(await store.history.eraseOld(NOON, ada));
      while (pieces.at(-1));
      expect(pieces).toEqual([true, false]);
      expect(await countAll(store, ada)).toBe(14 * 288);
      expect(await countAll(store, ben)).toBe(40 * 288);
    });

    test('[DASH-7] its settings are kept, and hold something before they are', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      expect(await store.storySettings.of(wearerId)).toEqual({
        timeZone: null,
        population: 'adult',
        keepDays: null,
      });
      const wanted = { timeZone: 'Europe/Berlin', population: 'pregnancy', keepDays: 365 } as const;
      await store.storySettings.save(wearerId, wanted);
      await store.storySettings.save(wearerId, { ...wanted, keepDays: 90 });
      expect(await store.storySettings.of(wearerId)).toEqual({ ...wanted, keepDays: 90 });
    });
  });
});
