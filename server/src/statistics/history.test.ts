import { type Period, seriesOf } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { everyFive, NOON, type StoredReading } from '../../test/history.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import { localChanges } from '../store/changes.ts';
import type { ReadingColumns } from './days.ts';
import { openHistory } from './history.ts';

const week: Period = { from: NOON - 7 * DAY, to: NOON };
const today = NOON - 12 * HOUR;

/** A history on a store that lists its queries: `read 2 days`, `count 5 days`. */
function historyOf(
  taken: readonly StoredReading[],
  { cacheSize, isShared = false }: { cacheSize?: number; isShared?: boolean } = {},
) {
  const queries: string[] = [];
  const clock = { at: NOON };
  const changes = localChanges();
  const stored = { readings: taken, isFailing: false };
  const query = (what: string, from: number, until: number): StoredReading[] => {
    queries.push(`${what} ${(until - from) / DAY} days`);
    if (stored.isFailing) throw new Error('the store does not answer');
    return stored.readings.filter(({ takenAt }) => takenAt >= from && takenAt < until);
  };
  const store = {
    columns: async (_: number, from: number, until: number): Promise<ReadingColumns> => {
      const rows = query('read', from, until);
      return {
        takenAt: Float64Array.from(rows, ({ takenAt }) => takenAt),
        mgdl: Uint16Array.from(rows, ({ mgdl }) => mgdl),
      };
    },
    count: async (_: number, from: number, until: number) => query('count', from, until).length,
  };
  const history = openHistory({ history: store, isShared, changes, now: () => clock.at }, cacheSize);
  /** The queries of the store for reading the wearer's period. */
  const queriesFor = async (period: Period, wearerId = 1) => {
    queries.length = 0;
    const series = await history.seriesFor(wearerId, period);
    expect([...series.takenAt]).toEqual([...expectedOf(stored.readings, period).takenAt]);
    return queries.splice(0);
  };
  return { history, changes, clock, stored, queries, queriesFor };
}

const expectedOf = (taken: readonly StoredReading[], { from, to }: Period) =>
  seriesOf(taken.filter(({ takenAt }) => takenAt >= Math.floor(from / DAY) * DAY && takenAt < to));
const withReading = (reading: StoredReading, taken: readonly StoredReading[]) =>
  [...taken, reading].sort((one, other) => one.takenAt - other.takenAt);

describe('[DASH-7] a cached history', () => {
  test('is read once, and shorter periods of it not at all', async () => {
    const { queriesFor } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    expect(await queriesFor(week)).toEqual(['read 8 days']);
    expect(await queriesFor(week)).toEqual([]);
    expect(await queriesFor({ from: NOON - HOUR, to: NOON })).toEqual([]);
  });

  test('is read only for the missing days of a longer period', async () => {
    const { queriesFor } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    expect(await queriesFor({ from: NOON - 9 * DAY, to: NOON })).toEqual(['read 2 days']);
  });

  test('is read for two days after a new reading', async () => {
    const { queriesFor, changes, clock, stored } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    stored.readings = withReading({ takenAt: NOON + MINUTE, mgdl: 120 }, stored.readings);
    clock.at = NOON + 2 * MINUTE;
    changes.publish(1, 'readings');
    expect(await queriesFor({ from: clock.at - 7 * DAY, to: clock.at })).toEqual([
      'count 6 days',
      'read 2 days',
    ]);
  });

  test('includes a reading that arrives days late', async () => {
    const { queriesFor, changes, stored } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    stored.readings = withReading({ takenAt: NOON - 5 * DAY + MINUTE, mgdl: 55 }, stored.readings);
    changes.publish(1, 'readings');
    expect(await queriesFor(week)).toEqual(['count 6 days', 'read 8 days']);
  });

  test('includes a history that is stored after it was read', async () => {
    const { queriesFor, changes, stored } = historyOf([]);
    await queriesFor(week);
    stored.readings = everyFive(NOON - 20 * DAY, NOON);
    changes.publish(1, 'readings');
    expect(await queriesFor(week)).toEqual(['count 6 days', 'read 8 days']);
  });

  test('is checked after two minutes without an event', async () => {
    const { queriesFor, clock, stored } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    stored.readings = withReading({ takenAt: NOON - MINUTE, mgdl: 120 }, stored.readings);
    clock.at = NOON + 2 * MINUTE;
    expect(await queriesFor(week)).toEqual(['count 6 days', 'read 2 days']);
  });

  test('is checked when events of other nodes may have been missed', async () => {
    const { queriesFor, changes } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    changes.reportMissed();
    expect(await queriesFor(week)).toEqual(['count 6 days', 'read 2 days']);
  });

  test('[OPS-2] is checked each time where other nodes write into the store', async () => {
    const { queriesFor } = historyOf(everyFive(NOON - 20 * DAY, NOON), { isShared: true });
    await queriesFor(week);
    expect(await queriesFor(week)).toEqual(['count 6 days', 'read 2 days']);
  });

  test('continues on the next day', async () => {
    const { queriesFor, clock } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    clock.at = today + DAY + MINUTE;
    expect(await queriesFor({ from: clock.at - DAY, to: clock.at })).toEqual(['count 7 days', 'read 2 days']);
  });

  test('is read once for several calls at the same time', async () => {
    const { history, queries } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await Promise.all(
      [week, week, { from: NOON - HOUR, to: NOON }].map((period) => history.seriesFor(1, period)),
    );
    expect(queries).toEqual(['read 8 days']);
  });

  test('is read again after an error', async () => {
    const { queriesFor, history, stored } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    stored.isFailing = true;
    await expect(history.seriesFor(1, week)).rejects.toThrow('does not answer');
    stored.isFailing = false;
    expect(await queriesFor(week)).toEqual(['read 8 days']);
  });

  test('is removed when its wearer is erased', async () => {
    const { queriesFor, changes } = historyOf(everyFive(NOON - 20 * DAY, NOON));
    await queriesFor(week);
    changes.publish(1, 'range');
    expect(await queriesFor(week)).toEqual(['read 8 days']);
  });

  test('evicts the wearer that was used longest ago', async () => {
    const { queriesFor } = historyOf(everyFive(NOON - 20 * DAY, NOON), { cacheSize: 4000 });
    await queriesFor(week, 1);
    expect(await queriesFor(week, 2)).toEqual(['read 8 days']);
    expect(await queriesFor(week, 2)).toEqual([]);
    expect(await queriesFor(week, 1)).toEqual(['read 8 days']);
  });

  test('leaves out readings with a time in the future, until it has come', async () => {
    const { history, clock } = historyOf([{ takenAt: NOON + HOUR, mgdl: 100 }]);
    const soon = { from: NOON, to: NOON + 2 * HOUR };
    expect((await history.seriesFor(1, week)).mgdl).toHaveLength(0);
    clock.at = soon.to;
    expect((await history.seriesFor(1, soon)).mgdl).toHaveLength(1);
  });
});
