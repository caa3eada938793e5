import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { everyFive, NOON, storeReadings } from '../../../test/history.ts';
import { newWearer } from '../../../test/wearers.ts';
import { DAY, MINUTE } from '../../shared/time-units.ts';
import type { Store } from '../store.ts';

const setRetention = (store: Store, wearerId: number, keepDays: number | null) =>
  store.statisticsSettings.save(wearerId, { timeZone: null, population: 'adult', keepDays });
const countAll = (store: Store, wearerId: number) => store.history.count(wearerId, 0, NOON + DAY);

describe('a history', () => {
  eachEngine((open) => {
    test('[DASH-7] is read in order, including the start and excluding the end of the period', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const stored = everyFive(NOON, NOON + 60 * MINUTE, (at) => 39 + ((at / MINUTE) % 361));
      await storeReadings(store, wearerId, stored.toReversed());
      const { takenAt, mgdl } = await store.history.columns(wearerId, NOON + 5 * MINUTE, NOON + 55 * MINUTE);
      const expected = stored.slice(1, -1);
      expect([...takenAt]).toEqual(expected.map((reading) => reading.takenAt));
      expect([...mgdl]).toEqual(expected.map((reading) => reading.mgdl));
    });

    test('[DASH-7] is exact to the millisecond over years', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const stored = [NOON - 3650 * DAY + 1, NOON - DAY + 999, NOON - 1];
      await storeReadings(
        store,
        wearerId,
        stored.map((takenAt) => ({ takenAt, mgdl: 600 })),
      );
      const { takenAt, mgdl } = await store.history.columns(wearerId, NOON - 3650 * DAY, NOON);
      expect([[...takenAt], [...mgdl]]).toEqual([stored, [600, 600, 600]]);
    });

    test('[DASH-7] is empty for a wearer without readings', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await storeReadings(store, await newWearer(store), everyFive(NOON, NOON + 60 * MINUTE));
      expect((await store.history.columns(wearerId, 0, NOON + DAY)).mgdl).toHaveLength(0);
      expect(await countAll(store, wearerId)).toBe(0);
    });

    test('[DASH-7] is erased where it is older than the retention period, and nowhere else', async () => {
      const store = await open();
      const [ada, ben, eve] = [await newWearer(store), await newWearer(store), await newWearer(store)];
      const month = everyFive(NOON - 30 * DAY, NOON);
      for (const wearerId of [ada, ben, eve]) await storeReadings(store, wearerId, month);
      await setRetention(store, ada, 14);
      await setRetention(store, ben, null);
      expect(await store.history.eraseOld(NOON)).toBe(false);
      const left = await store.history.columns(ada, 0, NOON + DAY);
      expect(left.takenAt[0]).toBe(NOON - 14 * DAY);
      expect(left.mgdl).toHaveLength(14 * 288);
      expect([await countAll(store, ben), await countAll(store, eve)]).toEqual([30 * 288, 30 * 288]);
    });

    test('[ACC-3] of an account is erased in batches, of one wearer if requested, and never another account’s', async () => {
      const store = await open();
      const [ada, eve] = [await newWearer(store), await newWearer(store)];
      const accountId = (await store.wearers.byId(ada))?.accountId ?? 0;
      const ben = (await store.wearers.add(accountId, { name: 'Ben', accent: 'teal', birthYear: null }, NOON))
        .id;
      for (const id of [ada, ben, eve]) await storeReadings(store, id, everyFive(NOON - 20 * DAY, NOON));
      expect(await store.history.eraseOwn(accountId, eve)).toBe(false);
      expect(await store.history.eraseOwn(accountId, ben)).toBe(true);
      expect(await store.history.eraseOwn(accountId, ben)).toBe(false);
      const counts = async () => Promise.all([ada, ben, eve].map((id) => countAll(store, id)));
      expect(await counts()).toEqual([20 * 288, 0, 20 * 288]);
      while (await store.history.eraseOwn(accountId));
      expect(await counts()).toEqual([0, 0, 20 * 288]);
    });

    test('[DASH-7] is erased in batches, for one wearer if requested', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      for (const wearerId of [ada, ben]) {
        await storeReadings(store, wearerId, everyFive(NOON - 40 * DAY, NOON));
        await setRetention(store, wearerId, 14);
      }
      const results = [];
      do results.push(await store.history.eraseOld(NOON, ada));
      while (results.at(-1));
      expect(results).toEqual([true, false]);
      expect(await countAll(store, ada)).toBe(14 * 288);
      expect(await countAll(store, ben)).toBe(40 * 288);
    });

    test('[DASH-7] has settings, with defaults until they are saved', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      expect(await store.statisticsSettings.of(wearerId)).toEqual({
        timeZone: null,
        population: 'adult',
        keepDays: null,
      });
      const settings = { timeZone: 'Europe/Berlin', population: 'pregnancy', keepDays: 365 } as const;
      await store.statisticsSettings.save(wearerId, settings);
      await store.statisticsSettings.save(wearerId, { ...settings, keepDays: 90 });
      expect(await store.statisticsSettings.of(wearerId)).toEqual({ ...settings, keepDays: 90 });
    });
  });
});
