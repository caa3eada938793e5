import type { Rhythm } from '@tealight/sources';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { nextPollAt } from './next-poll.ts';
import { initialRhythm, type LearnedRhythm, learn, periodOf } from './rhythm.ts';

/** The same random numbers every time (Mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The timing of a poll that was answered at once. */
const at = (now: number, random = 0) => ({ polledAt: now, now, random: () => random });

/** `visibleAfter`: seconds. `lost`: the share of readings that never appear. */
type Sensor = { rhythm: Rhythm; visibleAfter: [least: number, most: number]; count?: number; lost?: number };

/** Polls a sensor in simulated time; the first two hours, in which its rhythm is learned, do not count. */
function follow({ rhythm, visibleAfter: [least, most], count = 1000, lost = 0 }: Sensor) {
  const random = chanceFrom(7);
  const readings = Array.from({ length: count }, (_, index) => {
    const takenAt = Math.round(NOON + index * rhythm.everyMs + (2 * random() - 1) * SECOND);
    return { takenAt, visibleAt: takenAt + (least + random() * (most - least)) * SECOND };
  }).filter(() => random() >= lost);
  let [learned, now, received, calls] = [initialRhythm(rhythm), NOON, 0, 0];
  const waits: number[] = [];
  while (received < readings.length) {
    const shown = readings.slice(received).filter(({ visibleAt }) => visibleAt <= now);
    const counts = now > NOON + 2 * HOUR;
    if (counts) waits.push(...shown.map(({ visibleAt }) => (now - visibleAt) / SECOND));
    if (counts) calls += 1;
    received += shown.length;
    learned = learn(learned, { polledAt: now, takenAt: shown.map(({ takenAt }) => takenAt) }, rhythm);
    now = nextPollAt(learned, rhythm, { polledAt: now, now, random });
  }
  waits.sort((a, b) => a - b);
  const quantile = (part: number) => waits[Math.floor(part * waits.length)] ?? Number.NaN;
  return { median: quantile(0.5), p95: quantile(0.95), callsPerReading: calls / waits.length, learned };
}

describe('[SRC-3] polling a sensor', () => {
  test('readings visible after 3 to 15 s arrive within 5 s, with less than 1.3 calls each', () => {
    const { median, p95, callsPerReading } = follow({ rhythm: fiveMinutely, visibleAfter: [3, 15] });
    expect(median).toBeLessThan(5);
    expect(p95).toBeLessThan(20);
    expect(callsPerReading).toBeLessThan(1.3);
  });

  test('readings visible after 20 to 60 s arrive within 10 s, with less than 2 calls each', () => {
    const { median, p95, callsPerReading } = follow({ rhythm: fiveMinutely, visibleAfter: [20, 60] });
    expect(median).toBeLessThan(10);
    expect(p95).toBeLessThan(30);
    expect(callsPerReading).toBeLessThan(2);
  });

  test('readings of a sensor that measures every minute arrive as fast', () => {
    const { median, callsPerReading } = follow({
      rhythm: { ...fiveMinutely, everyMs: MINUTE },
      visibleAfter: [3, 15],
    });
    expect(median).toBeLessThan(6);
    expect(callsPerReading).toBeLessThan(1.4);
  });

  test('a vendor that wants a minute between two calls gets it, and is polled just after readings appear', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
    const { median, p95, callsPerReading } = follow({ rhythm, visibleAfter: [3, 15] });
    expect(callsPerReading).toBeLessThanOrEqual(1);
    expect(median).toBeLessThan(8);
    expect(p95).toBeLessThan(20);
  });

  test('readings that take most of a minute to appear arrive without another minute’s delay', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
    expect(follow({ rhythm, visibleAfter: [30, 45] }).median).toBeLessThan(12);
  });

  test('readings that never appear cost few calls', () => {
    expect(follow({ rhythm: fiveMinutely, visibleAfter: [3, 15], lost: 0.1 }).callsPerReading).toBeLessThan(
      2.2,
    );
  });

  test('the period is the sensor’s own, not the vendor’s usual one', () => {
    const minutely = Array.from({ length: 8 }, (_, index) => NOON + index * MINUTE);
    const learned = learn(
      initialRhythm(fiveMinutely),
      { polledAt: NOON + HOUR, takenAt: minutely },
      fiveMinutely,
    );
    expect(periodOf(learned, fiveMinutely)).toBe(MINUTE);
  });

  test.each([
    [5 * MINUTE, MINUTE],
    [MINUTE, 5 * MINUTE],
  ])('[SRC-3] a change of the period from %i to %i ms is noticed after three readings', (before, after) => {
    const old = Array.from({ length: 20 }, (_, index) => NOON + (index - 19) * before);
    const learned = { ...initialRhythm(fiveMinutely), recent: old };
    const takenAt = [1, 2, 3].map((count) => NOON + count * after);
    const polledAt = NOON + 3 * after + 8 * SECOND;
    expect(periodOf(learn(learned, { polledAt, takenAt }, fiveMinutely), fiveMinutely)).toBe(after);
  });

  test('[SRC-3] missing, late and repeated readings do not change the period', () => {
    const recent = [-25, -20, -15, -10, -5, 0].map((minutes) => NOON + minutes * MINUTE);
    for (const minutes of [[10, 15], [5, 15], [1, 5], [5, 6, 10], [20]]) {
      const takenAt = minutes.map((count) => NOON + count * MINUTE);
      const learned = { ...initialRhythm(fiveMinutely), recent };
      const polledAt = (takenAt.at(-1) ?? 0) + 8 * SECOND;
      expect(periodOf(learn(learned, { polledAt, takenAt }, fiveMinutely), fiveMinutely)).toBe(5 * MINUTE);
    }
  });

  test('a sensor that has been silent for hours is polled every five minutes', () => {
    const learned: LearnedRhythm = { ...initialRhythm(fiveMinutely), recent: [NOON] };
    const polls = [NOON + 3 * HOUR];
    for (let count = 0; count < 12; count += 1) {
      polls.push(nextPollAt(learned, fiveMinutely, at(polls.at(-1) ?? 0)));
    }
    expect((polls.at(-1) ?? 0) - NOON).toBe(4 * HOUR);
  });

  test('a history that is stored at a lower resolution does not make polls rarer', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
    const history = Array.from({ length: 20 }, (_, index) => NOON - (20 - index) * 5 * MINUTE);
    const learned = learn(
      initialRhythm(rhythm),
      { polledAt: NOON, takenAt: [...history, NOON - 5 * SECOND] },
      rhythm,
    );
    expect(nextPollAt(learned, rhythm, at(NOON)) - NOON).toBeLessThan(2 * MINUTE);
  });

  test('polls without a new reading become rarer at a vendor that wants pauses', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 0, pauseMs: MINUTE };
    const learned: LearnedRhythm = { ...initialRhythm(rhythm), recent: [NOON] };
    const pauseAfter = (ageMs: number) => nextPollAt(learned, rhythm, at(NOON + ageMs)) - NOON - ageMs;
    expect([2, 10, 30, 90].map((minutes) => pauseAfter(minutes * MINUTE) / MINUTE)).toEqual([1, 2, 3, 5]);
  });

  test.each<[string, Rhythm, number[], number]>([
    ['whose rhythm is known', fiveMinutely, [NOON - 5 * MINUTE, NOON], 10 * SECOND],
    ['without any reading yet', fiveMinutely, [], 0],
    ['that has been silent for hours', fiveMinutely, [NOON], 3 * HOUR],
    ['of a vendor that wants long pauses', { ...fiveMinutely, pauseMs: 4 * MINUTE }, [NOON], 10 * SECOND],
    ['of a vendor whose pauses skip readings', { ...fiveMinutely, pauseMs: 8 * MINUTE }, [NOON], 10 * SECOND],
  ])('[SRC-3] a sensor %s is polled up to a second later, at random', (_, rhythm, recent, ageMs) => {
    const learned = { ...initialRhythm(rhythm), recent };
    const next = (chance: number) => nextPollAt(learned, rhythm, at(NOON + ageMs, chance));
    expect([0.25, 0.5, 0.999].map((chance) => next(chance) - next(0))).toEqual([250, 500, 999]);
  });

  test('the pause is measured from poll to poll, with a shorter one after a slow answer', () => {
    const minutely = { everyMs: MINUTE, visibleAfterMs: 0, pauseMs: MINUTE };
    const learned: LearnedRhythm = { ...initialRhythm(minutely), recent: [NOON] };
    const next = (tookMs: number) =>
      nextPollAt(learned, minutely, { polledAt: NOON, now: NOON + tookMs, random: () => 0 }) - NOON;
    expect([2 * SECOND, 59 * SECOND].map(next)).toEqual([MINUTE, 64 * SECOND]);
  });

  test('whatever was learned, the vendor’s pause is respected and the next poll is not far off', () => {
    const rhythmsLearned: fc.Arbitrary<LearnedRhythm> = fc.record({
      recent: fc
        .array(fc.integer({ min: NOON - DAY, max: NOON + 2 * MINUTE }), { maxLength: 20 })
        .map((list) => list.sort((a, b) => a - b)),
      delayMs: fc.double({ min: 0, max: 4 * MINUTE, noNaN: true }),
      extraDelayMs: fc.double({ min: 0, max: 4 * MINUTE, noNaN: true }),
      hits: fc.nat(50),
      missedAt: fc.option(fc.integer({ min: NOON - HOUR, max: NOON })),
    });
    const rhythms: fc.Arbitrary<Rhythm> = fc.record({
      everyMs: fc.integer({ min: MINUTE, max: 15 * MINUTE }),
      visibleAfterMs: fc.integer({ min: 0, max: HOUR }),
      pauseMs: fc.integer({ min: 0, max: 30 * MINUTE }),
    });
    fc.assert(
      fc.property(
        rhythmsLearned,
        rhythms,
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (learned, rhythm, random) => {
          const next = nextPollAt(learned, rhythm, at(NOON, random));
          expect(next).toBeGreaterThanOrEqual(NOON + rhythm.pauseMs);
          expect(next).toBeLessThanOrEqual(NOON + rhythm.pauseMs + 36 * MINUTE);
        },
      ),
    );
  });

  test('the learned delay stays within bounds, whatever the vendor does', () => {
    const answers = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: HOUR }),
        ages: fc.array(fc.integer({ min: 0, max: DAY }), { maxLength: 3 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(answers, (list) => {
        let [learned, now] = [initialRhythm(fiveMinutely), NOON];
        for (const { after, ages } of list) {
          now += after;
          learned = learn(learned, { polledAt: now, takenAt: ages.map((age) => now - age) }, fiveMinutely);
          expect(learned.delayMs).toBeGreaterThanOrEqual(0);
          expect(learned.delayMs).toBeLessThan(10 * MINUTE);
          expect(learned.recent.length).toBeLessThanOrEqual(20);
        }
      }),
    );
  });
});
