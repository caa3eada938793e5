import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOON, readingAt } from '../../test/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';
import { believable, ECHO_MS, unknownOf } from './sift.ts';

const span = { now: NOON, historyMs: 90 * DAY };
const moments = (readings: readonly { takenAt: number }[]) => readings.map(({ takenAt }) => takenAt - NOON);

describe('[SRC-2] what a source tells', () => {
  test('a reading from the future is left for later, a little haste of a clock is forgiven', () => {
    const told = [-MINUTE, 0, 2 * MINUTE, 2 * MINUTE + 1, HOUR].map((ms) => readingAt(NOON + ms));
    expect(moments(believable(told, span))).toEqual([-MINUTE, 0, 2 * MINUTE]);
  });

  test('a reading from before the source’s history is none', () => {
    const told = [-92 * DAY, -89 * DAY].map((ms) => readingAt(NOON + ms));
    expect(moments(believable([...told, readingAt(0), readingAt(-1)], span))).toEqual([-89 * DAY]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 5500, 99.5])(
    'a value of %d was never measured',
    (mgdl) => {
      expect(believable([readingAt(NOON, mgdl)], span)).toEqual([]);
    },
  );

  test.each([Number.NaN, Number.NEGATIVE_INFINITY, NOON + 0.5])('a moment of %d is none', (takenAt) => {
    expect(believable([readingAt(takenAt)], span)).toEqual([]);
  });

  test('whatever order readings come in, they leave oldest first', () => {
    const told = [-5, -15, -10].map((minutes) => readingAt(NOON + minutes * MINUTE));
    expect(moments(believable(told, span))).toEqual([-15, -10, -5].map((minutes) => minutes * MINUTE));
  });

  test('what is known to the second or seconds apart is not told again, a minute apart it is another', () => {
    const told = [0, 20 * SECOND, 60 * SECOND].map((ms) => readingAt(NOON + ms));
    expect(moments(unknownOf(told, [NOON]))).toEqual([60 * SECOND]);
  });

  test('a late reading between two known ones is new', () => {
    const known = [-10, 0].map((minutes) => NOON + minutes * MINUTE);
    expect(moments(unknownOf([readingAt(NOON - 5 * MINUTE)], known))).toEqual([-5 * MINUTE]);
  });

  test('whatever is told, nothing is kept within seconds of anything else, and nothing far from all is lost', () => {
    const near = fc.array(
      fc.integer({ min: 1, max: 1000 }).map((second) => NOON + second * SECOND),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(near, near, (told, before) => {
        const known = [...new Set(before)].sort((a, b) => a - b);
        const readings = believable(
          told.map((takenAt) => readingAt(takenAt)),
          { now: NOON + HOUR, historyMs: DAY },
        );
        const fresh = unknownOf(readings, known);
        const kept = [...known, ...fresh.map(({ takenAt }) => takenAt)];
        const apart = (takenAt: number, others: number[]) =>
          others.every((other) => Math.abs(other - takenAt) >= ECHO_MS);
        for (const { takenAt } of fresh)
          expect(
            apart(
              takenAt,
              kept.filter((other) => other !== takenAt),
            ),
          ).toBe(true);
        for (const { takenAt } of readings)
          expect(kept.includes(takenAt) || !apart(takenAt, kept)).toBe(true);
      }),
    );
  });
});
