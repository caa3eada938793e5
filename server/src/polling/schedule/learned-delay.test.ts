import type { Rhythm } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { initialRhythm, type LearnedRhythm, learn } from './rhythm.ts';

const NEXT = NOON + 5 * MINUTE;

/** A sensor with a reading every five minutes, the last one at noon, for which the poll ten seconds later is the first. */
const known = (more: Partial<LearnedRhythm> = {}): LearnedRhythm => ({
  ...initialRhythm(fiveMinutely),
  recent: [-15, -10, -5, 0].map((minutes) => NOON + minutes * MINUTE),
  delayMs: 10 * SECOND,
  ...more,
});
const afterPoll = (
  before: LearnedRhythm,
  polledAt: number,
  takenAt: number[],
  rhythm: Rhythm = fiveMinutely,
) => learn(before, { polledAt, takenAt }, rhythm);

describe('[SRC-3] a first poll that finds its reading', () => {
  test.each<[string, Partial<LearnedRhythm>, number, number]>([
    ['whose readings appear within a second', {}, 5, 256],
    ['whose readings appear within five seconds', { extraDelayMs: 5 * SECOND }, 5, 800],
    ['whose readings appear within ten seconds', { extraDelayMs: 10 * SECOND }, 5, 1600],
    ['of a vendor that wants 15 seconds between two polls', {}, 15, 180],
    ['of a vendor that wants 20 seconds between two polls', {}, 20, 104],
    ['of a vendor that wants two minutes between two polls', {}, 120, 104],
    ['whose last seven polls have found theirs too', { hits: 7 }, 5, 256],
    ['whose last ten polls have found theirs too', { hits: 10 }, 5, 822.6],
  ])('of a sensor %s makes the next ones a little earlier', (_, more, pauseS, earlierMs) => {
    const rhythm = { ...fiveMinutely, pauseMs: pauseS * SECOND };
    const before = known(more);
    const learned = afterPoll(before, NEXT + 10 * SECOND, [NEXT], rhythm);
    expect(before.delayMs - learned.delayMs).toBeCloseTo(earlierMs, 0);
    expect(learned).toMatchObject({
      hits: before.hits + 1,
      missedAt: null,
      extraDelayMs: before.extraDelayMs,
      recent: [...before.recent, NEXT],
    });
  });

  test('never makes the next ones earlier than the reading', () => {
    expect(afterPoll(known({ delayMs: 100 }), NEXT + SECOND, [NEXT]).delayMs).toBe(0);
  });

  test.each<[string, Partial<LearnedRhythm>, number, number]>([
    ['is the first that is known', { recent: [] }, NEXT, 10 * SECOND],
    ['is the second that is known', { recent: [NOON] }, NEXT, 10 * SECOND],
    ['comes after a gap', {}, NOON + 7.5 * MINUTE, 10 * SECOND],
    ['was held up for more than three minutes', {}, NEXT, 3 * MINUTE + 1],
  ])('changes nothing where the reading %s', (_, more, takenAt, delayMs) => {
    const before = known({ ...more, missedAt: NOON + MINUTE, hits: 3 });
    const learned = afterPoll(before, takenAt + delayMs, [takenAt]);
    expect(learned).toEqual({ ...before, recent: [...before.recent, takenAt], missedAt: null });
  });

  test.each<[string, number, number]>([
    ['that was held up for three minutes', NEXT, 3 * MINUTE],
    ['that comes almost half a period late', NOON + 7.5 * MINUTE - 1, 10 * SECOND],
  ])('counts also one %s', (_, takenAt, delayMs) => {
    expect(afterPoll(known(), takenAt + delayMs, [takenAt]).hits).toBe(1);
  });
});

describe('[SRC-3] a poll in vain', () => {
  test('is remembered from the time when the reading is measured', () => {
    const before = known({ missedAt: NOON });
    expect(afterPoll(before, NEXT - 1, [])).toEqual(before);
    expect(afterPoll(before, NEXT, [])).toEqual({ ...before, missedAt: NEXT });
    expect(afterPoll(before, NEXT, before.recent.slice(-2))).toEqual({ ...before, missedAt: NEXT });
  });

  test('of a sensor without readings is remembered too', () => {
    const before = initialRhythm(fiveMinutely);
    expect(afterPoll(before, NOON, [])).toEqual({ ...before, missedAt: NOON });
  });

  test.each<[string, number, number, number]>([
    ['whose last poll was in vain too', 0, 744, 5],
    ['whose last twenty polls were not', 20, 3126.5, 5],
    ['that was polled before the usual delay', 0, 744, -2],
  ])('of a sensor %s makes the next ones later', (_, hits, laterMs, missedAfterS) => {
    const before = known({ hits, delayMs: 3 * SECOND, missedAt: NEXT + (3 + missedAfterS) * SECOND });
    const learned = afterPoll(before, NEXT + 15 * SECOND, [NEXT]);
    expect(learned.delayMs - before.delayMs).toBeCloseTo(laterMs, 0);
    const missingMs = Math.max(0, missedAfterS * SECOND);
    expect(learned).toMatchObject({ hits: 0, missedAt: null, extraDelayMs: 1000 + (missingMs - 1000) / 8 });
  });
});

describe('[SRC-3] a poll of a vendor that wants long pauses', () => {
  const minutely: Rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
  const recent = [NOON - MINUTE, NOON];
  const slow = (more: Partial<LearnedRhythm> = {}): LearnedRhythm => ({
    ...initialRhythm(minutely),
    recent,
    hits: 3,
    ...more,
  });
  const later = (behindMs: number, before = slow(), rhythm = minutely) =>
    afterPoll(before, NOON + before.delayMs + behindMs, [], rhythm);

  test.each([-2 * SECOND, 0, 2 * SECOND])('confirms the delay when it is %i ms beside it', (behindMs) => {
    expect(later(behindMs)).toEqual({ ...slow(), hits: 4, delayMs: 9950 });
  });

  test.each([58, 60, 62])('makes the delay longer when the reading after %i s is missing', (behindS) => {
    expect(later(behindS * SECOND)).toEqual({ ...slow(), hits: 0, delayMs: 10_950 });
  });

  test.each([-2001, 2001, 57_999, 62_001])('changes nothing when it is %i ms beside it', (behindMs) => {
    expect(later(behindMs)).toEqual(slow());
  });

  test('never makes the delay longer than a period', () => {
    expect(later(MINUTE, slow({ delayMs: 59_500 })).delayMs).toBeCloseTo(450);
  });

  test('changes nothing where pauses skip readings, or none is known', () => {
    expect(later(0, slow(), { ...minutely, pauseMs: 90 * SECOND }).hits).toBe(4);
    expect(later(0, slow(), { ...minutely, pauseMs: 90 * SECOND + 1 })).toEqual(slow());
    expect(later(0, slow({ recent: [] }))).toEqual(slow({ recent: [] }));
  });

  test('keeps the newest twenty readings, each once, oldest first', () => {
    const all = Array.from({ length: 25 }, (_, index) => NOON + index * MINUTE);
    const learned = afterPoll(slow({ recent: all.slice(3, 20) }), NOON + HOUR, all.toReversed(), minutely);
    expect(learned.recent).toEqual(all.slice(-20));
  });
});

describe('[SRC-3] a vendor that shows the readings of some sensors at once', () => {
  const late: Rhythm = {
    everyMs: 5 * MINUTE,
    visibleAfterMs: HOUR,
    pauseMs: 30 * MINUTE,
    live: { visibleAfterMs: 30 * SECOND, pauseMs: MINUTE },
  };
  const learnFrom = (before: LearnedRhythm, ageMs: number, takenAt = NOON) =>
    learn(before, { polledAt: takenAt + ageMs, takenAt: [takenAt] }, late);

  test('is noticed by a reading that is younger than ten minutes', () => {
    expect(learnFrom(initialRhythm(late), 10 * MINUTE - 1)).toMatchObject({
      isLive: true,
      delayMs: 30 * SECOND,
    });
    expect(learnFrom(initialRhythm(late), 10 * MINUTE).isLive).toBeUndefined();
  });

  test('is polled less often again after a new reading that is late', () => {
    const live = learnFrom(initialRhythm(late), MINUTE);
    expect(learnFrom(live, HOUR, NOON + MINUTE)).toMatchObject({ isLive: false, delayMs: HOUR });
    expect(learnFrom(live, HOUR, NOON).isLive).toBe(true);
    expect(learn(live, { polledAt: NOON + HOUR, takenAt: [] }, late).isLive).toBe(true);
  });

  test('keeps what was learned while nothing changes', () => {
    const live = { ...learnFrom(initialRhythm(late), MINUTE), delayMs: 20 * SECOND };
    expect(learnFrom(live, MINUTE, NOON + 5 * MINUTE).delayMs).toBe(20 * SECOND);
  });

  test('is not looked for at other vendors', () => {
    expect(afterPoll(initialRhythm(fiveMinutely), NOON + MINUTE, [NOON])).not.toHaveProperty('isLive');
  });
});
