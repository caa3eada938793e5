import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON, readingAt } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { DUPLICATE_WITHIN_MS, newReadings, validReadings } from './new-readings.ts';

const bounds = { now: NOON, historyMs: 90 * DAY };
const times = (readings: readonly { takenAt: number }[]) => readings.map(({ takenAt }) => takenAt - NOON);

describe('[SRC-2] readings of a source', () => {
  test('a reading from the future is left out, except for a small clock difference', () => {
    const received = [-MINUTE, 0, 2 * MINUTE, 2 * MINUTE + 1, HOUR].map((ms) => readingAt(NOON + ms));
    expect(times(validReadings(received, bounds))).toEqual([-MINUTE, 0, 2 * MINUTE]);
  });

  test('a reading from before the source’s history is left out', () => {
    const received = [-92 * DAY, -89 * DAY].map((ms) => readingAt(NOON + ms));
    expect(times(validReadings([...received, readingAt(0), readingAt(-1)], bounds))).toEqual([-89 * DAY]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 5500, 99.5])(
    'a value of %d is left out',
    (mgdl) => {
      expect(validReadings([readingAt(NOON, mgdl)], bounds)).toEqual([]);
    },
  );

  test.each([Number.NaN, Number.NEGATIVE_INFINITY, NOON + 0.5])('a time of %d is left out', (takenAt) => {
    expect(validReadings([readingAt(takenAt)], bounds)).toEqual([]);
  });

  test('valid readings are sorted, oldest first', () => {
    const received = [-5, -15, -10].map((minutes) => readingAt(NOON + minutes * MINUTE));
    expect(times(validReadings(received, bounds))).toEqual([-15, -10, -5].map((minutes) => minutes * MINUTE));
  });

  test('a reading within seconds of a known one is a duplicate, a minute later it is new', () => {
    const received = [0, 20 * SECOND, 60 * SECOND].map((ms) => readingAt(NOON + ms));
    expect(times(newReadings(received, [NOON]))).toEqual([60 * SECOND]);
  });

  test('a late reading between two known ones is new', () => {
    const known = [-10, 0].map((minutes) => NOON + minutes * MINUTE);
    expect(times(newReadings([readingAt(NOON - 5 * MINUTE)], known))).toEqual([-5 * MINUTE]);
  });

  test('no new reading is within seconds of another, and every reading that is far from all others is new', () => {
    const near = fc.array(
      fc.integer({ min: 1, max: 1000 }).map((second) => NOON + second * SECOND),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(near, near, (received, before) => {
        const known = [...new Set(before)].sort((a, b) => a - b);
        const readings = validReadings(
          received.map((takenAt) => readingAt(takenAt)),
          { now: NOON + HOUR, historyMs: DAY },
        );
        const fresh = newReadings(readings, known);
        const all = [...known, ...fresh.map(({ takenAt }) => takenAt)];
        const isApart = (takenAt: number, others: number[]) =>
          others.every((other) => Math.abs(other - takenAt) >= DUPLICATE_WITHIN_MS);
        for (const { takenAt } of fresh)
          expect(
            isApart(
              takenAt,
              all.filter((other) => other !== takenAt),
            ),
          ).toBe(true);
        for (const { takenAt } of readings)
          expect(all.includes(takenAt) || !isApart(takenAt, all)).toBe(true);
      }),
    );
  });
});
