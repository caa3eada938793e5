import type { Rhythm } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { parseMemory } from '../state/poll-memory.ts';
import {
  boundedTimes,
  isDue,
  longestIntervalMs,
  nextPollAt,
  recoveryPollAt,
  remainingMs,
  startedBy,
} from './next-poll.ts';
import { initialRhythm, type LearnedRhythm } from './rhythm.ts';

/** Seconds after noon of the polls that follow each other from `fromS` on, when no reading comes after the one at noon. */
function pollsInVain(
  fromS: number,
  count: number,
  rhythm: Rhythm,
  learned: Partial<LearnedRhythm> = {},
): number[] {
  const sensor = { ...initialRhythm(rhythm), recent: [NOON], ...learned };
  const polls: number[] = [];
  let now = NOON + fromS * SECOND;
  for (let poll = 0; poll < count; poll += 1) {
    now = nextPollAt(sensor, rhythm, { polledAt: now, now, random: () => 0 });
    polls.push((now - NOON) / SECOND);
  }
  return polls;
}

describe('[SRC-3] while readings do not come, a sensor is polled', () => {
  test.each<[string, Rhythm, Partial<LearnedRhythm>, number[]]>([
    [
      'every five seconds at first',
      fiveMinutely,
      { extraDelayMs: 0 },
      [308, 313, 318, 328, 358, 608, 613, 618, 908, 913, 1208, 1508, 1808],
    ],
    [
      'further apart where readings vary',
      fiveMinutely,
      { extraDelayMs: 2 * SECOND },
      [308, 315.8, 323.6, 339.2, 386, 608, 615.8, 623.6],
    ],
    [
      'at most twelve seconds apart at first',
      fiveMinutely,
      { extraDelayMs: 30 * SECOND },
      [308, 320, 332, 356, 428, 608, 620, 632],
    ],
    [
      'no closer together than the vendor wants',
      { ...fiveMinutely, pauseMs: 20 * SECOND },
      {},
      [308, 328, 348, 388, 508, 608, 628, 648, 908, 928],
    ],
  ])('%s', (_, rhythm, learned, expected) => {
    expect(pollsInVain(10, expected.length, rhythm, learned)).toEqual(expected);
  });

  test('in the same way when the last poll came a little too early for the next one', () => {
    const learned = { ...initialRhythm(fiveMinutely), recent: [NOON], extraDelayMs: 0 };
    const nextAfter = (ms: number) =>
      nextPollAt(learned, fiveMinutely, { polledAt: NOON + ms, now: NOON + ms, random: () => 0 }) - NOON;
    expect(nextAfter(314 * SECOND)).toBe(319 * SECOND);
    expect(nextAfter(314 * SECOND + 1)).toBe(328 * SECOND);
  });

  test('every five minutes after an hour, counted from when the reading was visible', () => {
    const hour = 60 * 60;
    expect(pollsInVain(hour + 8, 1, fiveMinutely)).toEqual([hour + 308]);
    const silent = { delayMs: 40 * SECOND };
    expect(pollsInVain(hour + 40, 1, fiveMinutely, silent)).toEqual([hour + 340]);
    expect(pollsInVain(hour + 41, 1, fiveMinutely, silent)).toEqual([hour + 341]);
  });

  test.each([
    [MINUTE, 5 * SECOND, 60],
    [10 * MINUTE, 5 * SECOND, 300],
    [5 * MINUTE, 10 * MINUTE, 600],
  ])(
    'before the first one after a period of %i ms, at most five minutes, or the pause of %i ms: after %i s',
    (everyMs, pauseMs, seconds) => {
      expect(pollsInVain(0, 1, { ...fiveMinutely, everyMs, pauseMs }, { recent: [] })).toEqual([seconds]);
    },
  );
});

describe('[SRC-3] a vendor that wants a minute between two polls of a sensor that measures each minute', () => {
  const minutely: Rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };

  test.each([
    ['just when the reading appears', 10, 70],
    ['four seconds after it appears', 14, 74],
    ['more than four seconds after it appears', 14.001, 130],
    ['before it appears', 5, 70],
    ['just when the next one appears', 70, 130],
  ])('is polled a minute or a little more after a poll %s (%d s): at %d s', (_, polledS, nextS) => {
    expect(pollsInVain(polledS, 1, minutely)).toEqual([nextS]);
  });

  test.each([
    ['five minutes', 370, 430],
    ['more than five minutes', 371, 491],
    ['15 minutes', 970, 1090],
    ['more than 15 minutes', 971, 1151],
  ])('is polled less often after readings have not come for %s (%i s): at %i s', (_, polledS, nextS) => {
    expect(pollsInVain(polledS, 1, minutely)).toEqual([nextS]);
  });

  test('is polled by its pause alone where it skips readings', () => {
    expect(pollsInVain(25, 1, { ...minutely, pauseMs: 90 * SECOND })).toEqual([130]);
    expect(pollsInVain(25, 1, { ...minutely, pauseMs: 90 * SECOND + 1 })).toEqual([115.001]);
  });
});

describe('[SRC-3] after an outage', () => {
  const failed = { ...connected(1, { state: 'error', lastReadingAt: NOON - HOUR }), revision: 1 };
  const fine = { ...failed, state: 'fine' as const };
  const memory = parseMemory(null, fiveMinutely);
  const timing = { polledAt: NOON - SECOND, now: NOON, rhythm: fiveMinutely };
  const until = NOON + 6 * MINUTE;
  const over = { recovery: null, nextAt: Number.POSITIVE_INFINITY };
  const during = (polls: number, end = until) => ({ ...memory, recovery: { until: end, polls } });

  test('polls follow after 15, 30 and then 45 seconds, from when the last one started', () => {
    const first = recoveryPollAt({ connection: failed, memory, isCaughtUp: false }, timing);
    expect(first).toEqual({ recovery: { until, polls: 1 }, nextAt: NOON + 14 * SECOND });
    const next = [1, 2, 3, 9].map((polls) =>
      recoveryPollAt({ connection: fine, memory: during(polls), isCaughtUp: false }, timing),
    );
    expect(next.map(({ nextAt }) => (nextAt - NOON) / SECOND)).toEqual([29, 44, 44, 44]);
    expect(next.map(({ recovery }) => recovery)).toEqual([2, 3, 4, 10].map((polls) => ({ until, polls })));
  });

  test('polls are as far apart as the vendor wants', () => {
    const rhythm = { ...fiveMinutely, pauseMs: MINUTE };
    const { nextAt } = recoveryPollAt(
      { connection: failed, memory, isCaughtUp: false },
      { ...timing, rhythm },
    );
    expect(nextAt).toBe(NOON + 59 * SECOND);
  });

  test('polls are as usual once the newest reading is there, six minutes later, and after a clock was ahead', () => {
    const after = (recovery: typeof memory, isCaughtUp = false) =>
      recoveryPollAt({ connection: fine, memory: recovery, isCaughtUp }, timing);
    expect(after(during(1), true)).toEqual(over);
    expect(after(during(1, NOON))).toEqual(over);
    expect(after(during(1, NOON + 1)).recovery).toEqual({ until: NOON + 1, polls: 2 });
    expect(after(during(1, until + 1))).toEqual(over);
    expect(after(memory)).toEqual(over);
  });

  test('polls are as usual where no reading had come before it', () => {
    const connection = { ...failed, lastReadingAt: null };
    expect(recoveryPollAt({ connection, memory, isCaughtUp: false }, timing)).toEqual(over);
  });
});

describe('[SRC-3] the times of polls', () => {
  test('are whole milliseconds, and at most 20 minutes and a day ahead', () => {
    const bounded = (nextAt: number | null, backfillAt: number | null, pauseMs = MINUTE) =>
      boundedTimes({ nextAt, backfillAt }, NOON, { ...fiveMinutely, pauseMs });
    expect(bounded(NOON + 0.2, NOON + 0.7)).toEqual({ nextAt: NOON + 1, backfillAt: NOON + 1 });
    expect(bounded(NOON + DAY, NOON + 2 * DAY)).toEqual({
      nextAt: NOON + 20 * MINUTE,
      backfillAt: NOON + DAY,
    });
    expect(bounded(NOON + DAY, null, HOUR)).toEqual({ nextAt: NOON + 65 * MINUTE, backfillAt: null });
    expect(bounded(null, NOON)).toEqual({ nextAt: null, backfillAt: NOON });
    expect([0, 15, 16].map((minutes) => longestIntervalMs({ pauseMs: minutes * MINUTE }) / MINUTE)).toEqual([
      20, 20, 21,
    ]);
  });

  test('have come when they are past, or so far ahead that a wrong clock has set them', () => {
    const times = [NOON - 1, NOON, NOON + 1, NOON + HOUR, NOON + HOUR + 1, null];
    expect(times.map((at) => isDue(at, NOON, HOUR))).toEqual([true, true, false, false, true, false]);
  });

  test('what is left of a wait is never negative, and all of it when the clock was set back', () => {
    const wait = { since: NOON, ms: MINUTE };
    const left = [0, 20 * SECOND, MINUTE, 2 * MINUTE, -1, -HOUR].map((ms) =>
      remainingMs(startedBy(wait, NOON + ms), NOON + ms),
    );
    expect(left).toEqual([MINUTE, 40 * SECOND, 0, 0, MINUTE, MINUTE]);
  });
});
