import { type Period, seriesOf } from '@tealight/glucose';
import { describe, expect, test } from 'vitest';
import { everyFive, NOON, type Taken } from '../../test/history.ts';
import { localChanges } from '../store/changes.ts';
import { DAY, HOUR, MINUTE } from '../times.ts';
import type { Columns } from './days.ts';
import { openHistory } from './history.ts';

const week: Period = { from: NOON - 7 * DAY, to: NOON };
const today = NOON - 12 * HOUR;

/** A store that notes what it is asked: `read 2 days`, `count 5 days`. */
function noting(taken: readonly Taken[], mostReadings?: number) {
  const asked: string[] = [];
  const clock = { at: NOON };
  const changes = localChanges();
  const here = { taken, failing: false };
  const found = (what: string, from: number, until: number): Taken[] => {
    asked.push(`${what} ${(until - from) / DAY} days`);
    if (here.failing) throw new Error('the store does not answer');
    return here.taken.filter(({ takenAt }) => takenAt >= from && takenAt < until);
  };
  const store = {
    columns: async (_: number, from: number, until: number): Promise<Columns> => {
      const rows = found('read', from, until);
      return {
        takenAt: Float64Array.from(rows, ({ takenAt }) => takenAt),
        mgdl: Uint16Array.from(rows, ({ mgdl }) => mgdl),
      };
    },
    count: async (_: number, from: number, until: number) => found('count', from, until).length,
  };
  const history = openHistory({ history: store, changes, now: () => clock.at }, mostReadings);
  /** What is newly asked of the store while the wearer's period is told. */
  const ask = async (period: Period, wearerId = 1) => {
    asked.length = 0;
    const series = await history.seriesFor(wearerId, period);
    expect([...series.takenAt]).toEqual([...expectedOf(here.taken, period).takenAt]);
    return asked.splice(0);
  };
  return { ...{ history, changes, clock, here, asked, ask } };
}

const expectedOf = (taken: readonly Taken[], { from, to }: Period) =>
  seriesOf(taken.filter(({ takenAt }) => takenAt >= Math.floor(from / DAY) * DAY && takenAt < to));
const later = (reading: Taken, taken: readonly Taken[]) =>
  [...taken, reading].sort((one, other) => one.takenAt - other.takenAt);

describe('[DASH-7] a remembered history', () => {
  test('is read once, and shorter periods of it not at all', async () => {
    const { ask } = noting(everyFive(NOON - 20 * DAY, NOON));
    expect(await ask(week)).toEqual(['read 8 days']);
    expect(await ask(week)).toEqual([]);
    expect(await ask({ from: NOON - HOUR, to: NOON })).toEqual([]);
  });

  test('is read only where a longer period goes beyond it', async () => {
    const { ask } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    expect(await ask({ from: NOON - 9 * DAY, to: NOON })).toEqual(['read 2 days']);
  });

  test('costs two days when a reading has come', async () => {
    const { ask, changes, clock, here } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    here.taken = later({ takenAt: NOON + MINUTE, mgdl: 120 }, here.taken);
    clock.at = NOON + 2 * MINUTE;
    changes.tell(1, 'readings');
    expect(await ask({ from: clock.at - 7 * DAY, to: clock.at })).toEqual(['count 6 days', 'read 2 days']);
  });

  test('has a reading that came days late', async () => {
    const { ask, changes, here } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    here.taken = later({ takenAt: NOON - 5 * DAY + MINUTE, mgdl: 55 }, here.taken);
    changes.tell(1, 'readings');
    expect(await ask(week)).toEqual(['count 6 days', 'read 8 days']);
  });

  test('has a history that was filled in, whatever was asked before it came', async () => {
    const { ask, changes, here } = noting([]);
    await ask(week);
    here.taken = everyFive(NOON - 20 * DAY, NOON);
    changes.tell(1, 'readings');
    expect(await ask(week)).toEqual(['count 6 days', 'read 8 days']);
  });

  test('is looked over after two minutes even if nobody told of a reading', async () => {
    const { ask, clock, here } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    here.taken = later({ takenAt: NOON - MINUTE, mgdl: 120 }, here.taken);
    clock.at = NOON + 2 * MINUTE;
    expect(await ask(week)).toEqual(['count 6 days', 'read 2 days']);
  });

  test('is looked over when notices of other nodes may have been missed', async () => {
    const { ask, changes } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    changes.miss();
    expect(await ask(week)).toEqual(['count 6 days', 'read 2 days']);
  });

  test('goes on into the next day', async () => {
    const { ask, clock } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    clock.at = today + DAY + MINUTE;
    expect(await ask({ from: clock.at - DAY, to: clock.at })).toEqual(['count 7 days', 'read 2 days']);
  });

  test('that several calls ask for at once is read once', async () => {
    const { history, asked } = noting(everyFive(NOON - 20 * DAY, NOON));
    await Promise.all(
      [week, week, { from: NOON - HOUR, to: NOON }].map((period) => history.seriesFor(1, period)),
    );
    expect(asked).toEqual(['read 8 days']);
  });

  test('that could not be read is asked for again', async () => {
    const { ask, history, here } = noting(everyFive(NOON - 20 * DAY, NOON));
    here.failing = true;
    await expect(history.seriesFor(1, week)).rejects.toThrow('does not answer');
    here.failing = false;
    expect(await ask(week)).toEqual(['read 8 days']);
  });

  test('of somebody who is erased is forgotten', async () => {
    const { ask, changes } = noting(everyFive(NOON - 20 * DAY, NOON));
    await ask(week);
    changes.tell(1, 'range');
    expect(await ask(week)).toEqual(['read 8 days']);
  });

  test('makes room for those who ask', async () => {
    const { ask } = noting(everyFive(NOON - 20 * DAY, NOON), 4000);
    await ask(week, 1);
    expect(await ask(week, 2)).toEqual(['read 8 days']);
    expect(await ask(week, 2)).toEqual([]);
    expect(await ask(week, 1)).toEqual(['read 8 days']);
  });

  test('leaves readings out that a wrong clock dated ahead, until their time has come', async () => {
    const { history, clock } = noting([{ takenAt: NOON + HOUR, mgdl: 100 }]);
    const soon = { from: NOON, to: NOON + 2 * HOUR };
    expect((await history.seriesFor(1, week)).mgdl).toHaveLength(0);
    clock.at = soon.to;
    expect((await history.seriesFor(1, soon)).mgdl).toHaveLength(1);
  });
});
