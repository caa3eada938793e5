import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';
import { fillingIn } from '../../../test/filling-in.ts';
import { newWearer } from '../../../test/wearers.ts';
import { DAY, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../store.ts';
import { filledIn } from './filled-spans.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const minutely = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => NOON + (from + index) * MINUTE);

describe('[DEV-4] spans of readings that were filled in', () => {
  eachEngine((open, newLocation) => {
    test('are modified after everything before, in the next second, and before the next reading', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const fill = await fillingIn(store, wearerId);
      await fill([NOON + 400], 100, 0);
      expect(await store.filledSpans.of(wearerId)).toEqual([]);
      const history = minutely(-500, 500);
      await store.readings.add([{ wearerId, takenAt: NOON - DAY, mgdl: 100, trend: 'steady' }]);
      await store.filledSpans.add([{ wearerId, firstAt: history[0] ?? 0, lastAt: history.at(-1) ?? 0 }]);
      const dayBefore = { wearerId, firstAt: NOON - DAY, lastAt: NOON - DAY };
      await store.filledSpans.add([dayBefore]);
      const [first, second] = await store.filledSpans.of(wearerId);
      expect(first).toMatchObject({ firstModified: NOON + SECOND, lastModified: NOON + SECOND + 100 });
      expect(second).toMatchObject({ firstModified: NOON + 2 * SECOND, lastModified: NOON + 2 * SECOND });
      for (let times = 0; times < 60; times += 1) await store.filledSpans.add([dayBefore]);
      const modified = (await store.filledSpans.of(wearerId)).map(({ lastModified }) => lastModified);
      expect(new Set(modified).size).toBe(62);
      expect(modified.at(-1)).toBeLessThan(NOON + 400 + 30 * SECOND);
    });

    test('have only what was really new, and there is none where nothing was', async () => {
      const store = await open();
      const [wearerId, other] = [await newWearer(store), await newWearer(store)];
      const fill = await fillingIn(store, wearerId);
      await fill(minutely(0, 10), 100, 0);
      await fill(minutely(0, 10), 100);
      expect(await store.filledSpans.of(wearerId)).toEqual([]);
      await fill(minutely(-3, 7), 100);
      const [span] = await store.filledSpans.of(wearerId);
      expect(span).toMatchObject({ firstAt: NOON - 3 * MINUTE, lastAt: NOON - MINUTE });
      expect(await store.filledSpans.of(other)).toEqual([]);
    });

    test('cost a usual poll no statement, and one that fills in two', async () => {
      let statements = 0;
      const onQuery = () => {
        statements += 1;
      };
      await using store = await openStore(await newLocation('migrated'), undefined, onQuery);
      const wearerId = await newWearer(store);
      const fill = await fillingIn(store, wearerId);
      const statementsOf = async (work: Promise<void>) => {
        const before = statements;
        await work;
        return statements - before;
      };
      const first = await statementsOf(fill([NOON], 100, 0));
      const usual = await statementsOf(fill([NOON + 5 * MINUTE], 100, NOON));
      const filling = await statementsOf(fill([NOON - 5 * MINUTE], 100, NOON));
      expect([usual - first, filling - first]).toEqual([0, 2]);
    });

    test('are a hundred of a wearer at most, and the newest takes over the older half', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const fill = await fillingIn(store, wearerId);
      await fill([NOON], 100, 0);
      for (let index = 1; index <= 101; index += 1) await fill([NOON - index * MINUTE], 100);
      const spans = await store.filledSpans.of(wearerId);
      expect(spans).toHaveLength(51);
      expect(spans.at(-1)).toMatchObject({ firstAt: NOON - 101 * MINUTE, lastAt: NOON - MINUTE });
      const covered = (at: number) => spans.some(({ firstAt, lastAt }) => at >= firstAt && at <= lastAt);
      expect(minutely(-101, 101).every(covered)).toBe(true);
      for (let index = 102; index <= 300; index += 1) await fill([NOON - index * MINUTE], 100);
      expect((await store.filledSpans.of(wearerId)).length).toBeLessThanOrEqual(100);
    });

    test('are removed after thirty days, and with their wearer', async () => {
      const store = await open();
      const [wearerId, other] = [await newWearer(store), await newWearer(store)];
      for (const id of [wearerId, other]) {
        const fill = await fillingIn(store, id);
        await fill([NOON], 100, 0);
        await fill([NOON - MINUTE], 100);
      }
      await store.filledSpans.cleanup(NOON + 30 * DAY - SECOND);
      expect(await store.filledSpans.of(wearerId)).toHaveLength(1);
      await store.accounts.remove((await store.wearers.byId(wearerId))?.accountId ?? 0);
      expect(await store.filledSpans.of(wearerId)).toEqual([]);
      expect(await store.filledSpans.of(other)).toHaveLength(1);
      await store.filledSpans.cleanup(NOON + 30 * DAY + SECOND);
      expect(await store.filledSpans.of(other)).toEqual([]);
    });

    test('come with the readings of the same moment', async () => {
      const store = await open();
      const wearerId = await newWearer(store);
      const fill = await fillingIn(store, wearerId);
      await fill(minutely(0, 5), 100, 0);
      await fill([NOON - MINUTE], 90);
      const query = { from: 0, until: NOON + 10 * MINUTE, count: 3 };
      const { readings, spans } = await store.entries.newestWithSpans(wearerId, query);
      expect(readings).toEqual(await store.entries.newest(wearerId, query));
      expect(spans).toEqual(await store.filledSpans.of(wearerId));
    });
  });
});

test('[DEV-4] readings that a node stored before it died are newer ones to those that follow', () => {
  const at = (minute: number) => ({
    wearerId: 1,
    takenAt: NOON + minute * MINUTE,
    mgdl: 100,
    trend: 'steady' as const,
  });
  const readings = [at(9), at(3), at(2)];
  const poll = { wearerId: 1, readings, filledBefore: NOON };
  expect(filledIn([poll], readings)).toEqual([]);
  expect(filledIn([poll], [at(3), at(2)])).toEqual([
    { wearerId: 1, firstAt: NOON + 2 * MINUTE, lastAt: NOON + 3 * MINUTE },
  ]);
});
