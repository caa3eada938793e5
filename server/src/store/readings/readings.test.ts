import type { Reading } from '@tealight/glucose';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { newWearer } from '../../../test/wearers.ts';
import { MINUTE } from '../../shared/time-units.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const at = (minutes: number, mgdl = 100): Reading => ({
  takenAt: NOON + minutes * MINUTE,
  mgdl,
  trend: 'steady',
});

describe('readings', () => {
  eachEngine((open) => {
    test('[SRC-2] a repeated reading is stored once, and only new ones are returned', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const of = (readings: Reading[]) => readings.map((reading) => ({ wearerId, ...reading }));
      await store.readings.add(of([at(0), at(5)]));
      expect(await store.readings.add(of([at(0), at(5), at(10)]))).toEqual(of([at(10)]));
      expect(await store.readings.since(wearerId, 0)).toEqual([at(0), at(5), at(10)]);
    });

    test('[SRC-2] a reading that is repeated in one answer is stored once', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.readings.add([at(0), at(0), at(0)].map((reading) => ({ wearerId, ...reading })));
      expect(await store.readings.latest(wearerId, 9)).toEqual([at(0)]);
    });

    test('one statement stores readings of several wearers', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await store.readings.add([
        { wearerId: ada, ...at(0, 90) },
        { wearerId: ben, ...at(0, 200) },
      ]);
      expect(await store.readings.latest(ada)).toEqual([at(0, 90)]);
      expect(await store.readings.latest(ben)).toEqual([at(0, 200)]);
    });

    test('the latest two come newest first, in whatever order they were stored', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.readings.add([at(10), at(0), at(5)].map((reading) => ({ wearerId, ...reading })));
      expect(await store.readings.latest(wearerId)).toEqual([at(10), at(5)]);
    });

    test('a period includes its start and excludes its end', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.readings.add([at(0), at(5), at(10)].map((reading) => ({ wearerId, ...reading })));
      expect(await store.readings.between(wearerId, NOON, NOON + 10 * MINUTE)).toEqual([at(0), at(5)]);
    });

    test('three months of history are stored and read in order', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const months = Array.from({ length: 25_920 }, (_, index) => at(-5 * index));
      await store.readings.add(months.map((reading) => ({ wearerId, ...reading })));
      expect(await store.readings.since(wearerId, 0)).toEqual(months.toReversed());
    });

    test('readings are removed with their wearer', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      await store.readings.add([{ wearerId, ...at(0) }]);
      await store.accounts.remove((await store.wearers.byId(wearerId))?.accountId ?? 0);
      expect(await store.readings.latest(wearerId)).toEqual([]);
    });

    test('[SRC-2] however a history is divided and repeated, each reading is stored once', async () => {
      const store = await open();
      const moments = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(fc.array(moments, { maxLength: 4 }), async (answers) => {
          const wearerId = await newWearer(store);
          for (const answer of answers) {
            await store.readings.add(answer.map((minute) => ({ wearerId, ...at(minute) })));
          }
          const expected = [...new Set(answers.flat())].sort((a, b) => a - b).map((minute) => at(minute));
          expect(await store.readings.since(wearerId, 0)).toEqual(expected);
        }),
        { numRuns: 20 },
      );
    });
  });
});
