import { describe, expect, test } from 'vitest';
import { NOON, readingAt } from '../../../test/polling/vendor.ts';
import { DAY, MINUTE, SECOND } from '../../shared/time-units.ts';
import { newReadings, validReadings } from './new-readings.ts';

const bounds = { now: NOON, historyMs: 90 * DAY };

describe('[SRC-2] a reading is valid', () => {
  test.each([
    [9, false],
    [10, true],
    [1000, true],
    [1001, false],
  ])('with %i mg/dL: %s', (mgdl, isValid) => {
    expect(validReadings([readingAt(NOON, mgdl)], bounds)).toHaveLength(isValid ? 1 : 0);
  });

  test('up to a day before the source’s history, and never before 1970', () => {
    const oldest = NOON - 91 * DAY;
    const times = (takenAt: number[], historyMs: number) =>
      validReadings(
        takenAt.map((at) => readingAt(at)),
        { now: NOON, historyMs },
      ).map((reading) => reading.takenAt);
    expect(times([oldest - 1, oldest], 90 * DAY)).toEqual([oldest]);
    expect(times([-1, 0, 1], NOON * 2)).toEqual([1]);
  });

  test('with an unknown trend where its trend is none of ours', () => {
    const sent = { ...readingAt(NOON), trend: 'sideways' as never };
    expect(validReadings([sent, readingAt(NOON - MINUTE)], bounds)).toEqual([
      readingAt(NOON - MINUTE),
      { ...readingAt(NOON), trend: 'unknown' },
    ]);
  });

  test('once for each time, the last one that was sent', () => {
    expect(validReadings([readingAt(NOON, 100), readingAt(NOON, 110)], bounds)).toEqual([
      readingAt(NOON, 110),
    ]);
  });
});

test.each([
  [30 * SECOND, true],
  [30 * SECOND - 1, false],
  [-30 * SECOND, true],
  [-30 * SECOND + 1, false],
])('[SRC-2] a reading %i ms beside a stored one is new: %s', (ms, isNew) => {
  const near = readingAt(NOON + ms);
  expect(newReadings([near], [NOON - DAY, NOON, NOON + DAY])).toEqual(isNew ? [near] : []);
});

test.each([
  [30 * SECOND, 2],
  [30 * SECOND - 1, 1],
])('[SRC-2] of two readings that are %i ms apart %i are new', (ms, count) => {
  expect(newReadings([readingAt(NOON), readingAt(NOON + ms)], [])).toHaveLength(count);
});
