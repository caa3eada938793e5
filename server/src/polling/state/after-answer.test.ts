import type { Rhythm } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fiveMinutely, NOON, readingAt } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import { stateAfterAnswer } from './connection-state.ts';
import { type PollMemory, parseMemory } from './poll-memory.ts';

/** When the last reading before the poll at noon was taken. */
const LAST = NOON - 5 * MINUTE;

type Answer = {
  connection?: Partial<Connection>;
  memory?: Partial<PollMemory>;
  /** Times of new readings, ms before noon. */
  ages?: number[];
  isBackfill?: boolean;
  isIncomplete?: boolean;
  rhythm?: Partial<Rhythm>;
};

/** The state of a connection, and what is remembered about it, after the answer to a poll at noon. */
function after({ connection, memory, ages = [], isBackfill = false, isIncomplete = false, rhythm }: Answer) {
  const vendorRhythm = { ...fiveMinutely, ...rhythm };
  const polled: Connection = {
    ...connected(1),
    revision: 1,
    since: NOON - DAY,
    state: 'fine',
    backfillAt: null,
    lastReadingAt: LAST,
    ...connection,
  };
  const known = polled.lastReadingAt === null ? [] : [polled.lastReadingAt];
  const initial = parseMemory(null, vendorRhythm);
  const learned = { ...initial.learned, recent: known };
  const times = ages.map((age) => NOON - age);
  const state = stateAfterAnswer(
    { connection: polled, memory: { ...initial, learned, ...memory } },
    {
      newReadings: times.map((takenAt) => readingAt(takenAt)),
      knownTimes: [...known, ...times],
      isBackfill,
      isIncomplete,
    },
    { polledAt: NOON, now: NOON, random: () => 0, rhythm: vendorRhythm, historyMs: 90 * DAY },
  );
  return { ...state, memory: parseMemory(state.pollMemory, vendorRhythm) };
}
const failed = { state: 'error', errorCode: 'unreachable', failures: 4 } as const;

describe('[CON-9] the state of a connection after an answer', () => {
  test.each<[string, Answer, object]>([
    ['with a new reading is fine', { ages: [10] }, { state: 'fine', lastReadingAt: NOON - 10, failures: 0 }],
    [
      'stays fine since it was',
      { ages: [10], connection: { failures: 2 } },
      { state: 'fine', since: NOON - DAY, failures: 0 },
    ],
    [
      'with a new reading ends an outage',
      { ages: [10], connection: failed },
      { state: 'fine', errorCode: null, since: NOON, failures: 0 },
    ],
    [
      'without a reading ends an outage, but not the count of failures',
      { connection: failed },
      { state: 'fine', errorCode: null, since: NOON, failures: 1 },
    ],
    ['without a reading has no failure where there was none', {}, { failures: 0 }],
    [
      'is silent since the last reading when that is too old',
      { connection: { lastReadingAt: NOON - HOUR } },
      { state: 'silent', since: NOON - HOUR, lastReadingAt: NOON - HOUR },
    ],
    [
      'stays silent since it was',
      { connection: { state: 'silent', lastReadingAt: NOON - HOUR } },
      { state: 'silent', since: NOON - DAY },
    ],
    [
      'is silent from now on where no reading has ever come',
      { connection: { state: 'checking', lastReadingAt: null } },
      { state: 'silent', since: NOON, lastReadingAt: null },
    ],
    [
      'is fine while the reading is just young enough',
      { connection: { lastReadingAt: NOON - 15 * MINUTE - 8 * SECOND + 1 } },
      { state: 'fine' },
    ],
    [
      'is silent when the reading is just too old',
      { connection: { lastReadingAt: NOON - 15 * MINUTE - 8 * SECOND } },
      { state: 'silent' },
    ],
    [
      'keeps the newest reading when an older one comes',
      { ages: [HOUR] },
      { lastReadingAt: LAST, failures: 0 },
    ],
  ])('%s', (_, answer, state) => {
    const { ages = [] } = answer;
    const known = { ...answer, ages: ages.toSorted((a, b) => b - a) };
    expect(after(known)).toMatchObject(state);
  });
});

describe('[SRC-2] the history of a source', () => {
  test('is complete when it was read, and unchanged by other polls', () => {
    expect(after({ isBackfill: true, connection: { backfillAt: NOON } }).backfillAt).toBeNull();
    expect(after({ connection: { backfillAt: NOON + HOUR } }).backfillAt).toBe(NOON + HOUR);
  });

  test.each([
    [undefined, HOUR],
    [0, HOUR],
    [1, 4 * HOUR],
    [2, DAY],
    [3, DAY],
    [9, DAY],
  ])('of which a part is missing, after %s failures, is read again %i ms later', (backfillFailures, ms) => {
    const { backfillAt, memory } = after({
      isBackfill: true,
      isIncomplete: true,
      connection: { backfillAt: NOON },
      memory: { backfillFailures },
    });
    expect([backfillAt, memory.backfillFailures]).toEqual([NOON + ms, (backfillFailures ?? 0) + 1]);
  });

  test('that was read counts its failures from the beginning, other polls leave their number', () => {
    const memory = { backfillFailures: 2 };
    expect(after({ isBackfill: true, memory }).memory.backfillFailures).toBe(0);
    expect(after({ memory }).memory.backfillFailures).toBe(2);
  });

  test('is read after the vendor’s shortest pause where it is due before the next reading', () => {
    const nextAt = (backfillAt: number | null) => after({ ages: [10], connection: { backfillAt } }).nextAt;
    expect(nextAt(NOON)).toBe(NOON + 5 * SECOND);
    expect(nextAt(NOON + 10 * SECOND)).toBe(NOON + 10 * SECOND);
    expect(nextAt(NOON + HOUR)).toBe(nextAt(null));
  });
});

describe('[SRC-2] a gap in the readings', () => {
  const open = { from: NOON - 4 * HOUR, until: NOON + MINUTE };

  test('is read again for an hour', () => {
    const { memory } = after({ ages: [0], connection: { lastReadingAt: NOON - HOUR } });
    expect(memory.gap).toEqual({ from: NOON - HOUR, until: NOON + HOUR });
  });

  test.each([
    ['half a period late is no gap', 7.5 * MINUTE, null],
    ['later than half a period is one', 7.5 * MINUTE + 1, NOON - 7.5 * MINUTE - 1],
  ])('a reading that comes %s', (_, ageMs, from) => {
    expect(after({ ages: [0], connection: { lastReadingAt: NOON - ageMs } }).memory.gap?.from ?? null).toBe(
      from,
    );
  });

  test('is measured from the last reading where nothing was learned, to the first that is newer', () => {
    const learned = { ...parseMemory(null, fiveMinutely).learned, recent: [] };
    const gapOf = (ageMs: number, ages: number[]) =>
      after({ ages, memory: { learned }, connection: { lastReadingAt: NOON - ageMs } }).memory.gap;
    expect(gapOf(2.5 * MINUTE, [0])).toBeNull();
    expect(gapOf(2.5 * MINUTE + 1, [0])).toMatchObject({ from: NOON - 2.5 * MINUTE - 1 });
    expect(gapOf(HOUR, [2 * HOUR])).toBeNull();
    expect(gapOf(HOUR, [58 * MINUTE])).toBeNull();
  });

  test('between two readings of one answer is one, too', () => {
    const { memory } = after({
      ages: [55 * MINUTE, 50 * MINUTE, 5 * MINUTE, 0],
      connection: { lastReadingAt: NOON - HOUR },
    });
    expect(memory.gap).toEqual({ from: NOON - 50 * MINUTE, until: NOON + HOUR });
  });

  test('is kept until its time is over, also where another follows', () => {
    expect(after({ ages: [10], memory: { gap: open } }).memory.gap).toEqual(open);
    expect(after({ ages: [10], memory: { gap: { ...open, until: NOON } } }).memory.gap).toBeNull();
    const { memory } = after({
      ages: [0],
      memory: { gap: open },
      connection: { lastReadingAt: NOON - HOUR },
    });
    expect(memory.gap).toEqual(open);
    expect(memory.laterGap).toEqual({ from: NOON - HOUR, until: NOON + HOUR });
  });

  test('that follows another has its own hour, from the first of those that have followed', () => {
    const later = { from: NOON - 2 * HOUR, until: NOON + 2 * MINUTE };
    const followed = (gap: PollMemory['gap']) =>
      after({ ages: [0], memory: { gap, laterGap: later }, connection: { lastReadingAt: NOON - HOUR } });
    expect(followed(open).memory.laterGap).toEqual({ from: later.from, until: NOON + HOUR });
    // The first one's hour is over.
    const { memory } = followed({ ...open, until: NOON });
    expect([memory.gap, memory.laterGap]).toEqual([later, { from: NOON - HOUR, until: NOON + HOUR }]);
  });

  test('is none where no reading had come before', () => {
    expect(after({ ages: [0], connection: { lastReadingAt: null } }).memory.gap).toBeNull();
  });
});

describe('[SRC-3] after an answer', () => {
  test('a wait that the vendor asked for, and a rejection, are over', () => {
    const memory = {
      requestedWait: { since: NOON - HOUR, ms: DAY, errorCode: 'unreachable' as const },
      rejectedAt: NOON - MINUTE,
    };
    expect(after({ memory }).memory).toMatchObject({ requestedWait: null, rejectedAt: null });
  });

  test.each([
    ['more frequently until the newest reading is there', 9 * MINUTE, 15],
    ['as usual where it is there', 10 * SECOND, 298],
  ])('that ends an outage the source is polled %s', (_, ageMs, seconds) => {
    const { nextAt } = after({ connection: { ...failed, lastReadingAt: NOON - ageMs } });
    expect(nextAt).toBe(NOON + seconds * SECOND);
  });

  test('the newest reading is missing 15 seconds after it should be visible', () => {
    const recoveryOf = (ageMs: number, more: Answer = {}) =>
      after({ ...more, connection: { ...failed, lastReadingAt: NOON - ageMs } }).memory.recovery;
    expect(recoveryOf(323 * SECOND - 1)).toBeNull();
    expect(recoveryOf(323 * SECOND)).toEqual({ until: NOON + 6 * MINUTE, polls: 1 });
    const learned = { ...parseMemory(null, fiveMinutely).learned, delayMs: 20 * SECOND };
    expect(recoveryOf(335 * SECOND - 1, { memory: { learned } })).toBeNull();
    expect(recoveryOf(335 * SECOND, { memory: { learned } })).not.toBeNull();
  });
});
