import type { Rhythm } from '@tealight/sources';
import { expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import { readRange } from './connection-state.ts';
import { type PollMemory, parseMemory } from './poll-memory.ts';

type Case = {
  connection?: Partial<Connection>;
  gap?: PollMemory['gap'];
  rhythm?: Partial<Rhythm>;
  historyMs?: number;
};

/** What a poll at noon reads: the whole history or not, and from when on, ms before noon. */
function rangeOf({ connection, gap = null, rhythm, historyMs = 90 * DAY }: Case) {
  const polled: Connection = {
    ...connected(1),
    revision: 1,
    state: 'fine',
    backfillAt: null,
    lastReadingAt: NOON - 5 * MINUTE,
    ...connection,
  };
  const memory = { ...parseMemory(null, fiveMinutely), gap };
  const timing = { now: NOON, rhythm: { ...fiveMinutely, ...rhythm }, historyMs };
  const { isBackfill, since } = readRange(polled, memory, timing);
  return [isBackfill, NOON - since];
}
/** Three hours of what the vendor shows, which is 8 s late. */
const FIRST_READ = 3 * HOUR + 8 * SECOND;
const first = { state: 'checking', lastReadingAt: null, backfillAt: NOON } as const;

test.each<[string, Case, [boolean, number]]>([
  ['15 minutes before the last reading on', {}, [false, 20 * MINUTE]],
  [
    'further back where the vendor’s history is late',
    { rhythm: { historyAfterMs: 25 * MINUTE } },
    [false, 30 * MINUTE],
  ],
  [
    '15 minutes where the vendor’s history is a little late',
    { rhythm: { historyAfterMs: MINUTE } },
    [false, 20 * MINUTE],
  ],
  ['no further back than the history of the source', { historyMs: 10 * MINUTE }, [false, 10 * MINUTE]],
  ['three hours back for the first time', { connection: first }, [false, FIRST_READ]],
  [
    'three hours back also where no reading has come yet',
    { connection: { lastReadingAt: null } },
    [false, FIRST_READ],
  ],
  [
    'three hours of what is visible where a source shows readings hours late and none has come yet',
    { connection: { lastReadingAt: null }, rhythm: { visibleAfterMs: 3 * HOUR } },
    [false, 6 * HOUR],
  ],
  ['as far as a short history goes', { connection: { lastReadingAt: null }, historyMs: HOUR }, [false, HOUR]],
  ['the whole history when its time has come', { connection: { backfillAt: NOON } }, [true, 90 * DAY]],
  ['no history before its time', { connection: { backfillAt: NOON + 1 } }, [false, 20 * MINUTE]],
  ['no history a day before its time', { connection: { backfillAt: NOON + DAY } }, [false, 20 * MINUTE]],
  [
    'the whole history whose time a wrong clock has set',
    { connection: { backfillAt: NOON + DAY + 1 } },
    [true, 90 * DAY],
  ],
  ['a history of a day at once', { connection: first, historyMs: DAY }, [true, DAY]],
  [
    'current readings before a longer history',
    { connection: first, historyMs: DAY + 1 },
    [false, FIRST_READ],
  ],
  [
    'the whole history at once where pauses are a minute',
    { connection: first, rhythm: { pauseMs: MINUTE } },
    [true, 90 * DAY],
  ],
  [
    'current readings first where pauses are shorter',
    { connection: first, rhythm: { pauseMs: MINUTE - 1 } },
    [false, FIRST_READ],
  ],
  [
    'from a gap on that may still be filled',
    { gap: { from: NOON - 4 * HOUR, until: NOON + SECOND } },
    [false, 4 * HOUR],
  ],
  [
    'nothing of a gap whose time is over',
    { gap: { from: NOON - 4 * HOUR, until: NOON } },
    [false, 20 * MINUTE],
  ],
  ['more than a short gap', { gap: { from: NOON - 6 * MINUTE, until: NOON + SECOND } }, [false, 20 * MINUTE]],
])('[SRC-2] a poll reads %s', (_, circumstances, range) => {
  expect(rangeOf(circumstances)).toEqual(range);
});
