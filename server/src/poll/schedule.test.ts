import type { Rhythm } from '@tealight/sources';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../test/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';
import { type Learnt, learn, nothingLearnt, periodOf } from './rhythm.ts';
import { nextAsk } from './schedule.ts';

/** The same numbers every time (Mulberry32). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An answer that came at once. */
const at = (now: number, chance = 0) => ({ askedAt: now, now, chance: () => chance });

type Sensor = { rhythm: Rhythm; shownAfter: [least: number, most: number]; count?: number; lost?: number };

/** Follows a sensor through simulated time; the first two hours, in which its rhythm is learnt, do not count. */
function follow({ rhythm, shownAfter: [least, most], count = 1000, lost = 0 }: Sensor) {
  const chance = chanceFrom(7);
  const readings = Array.from({ length: count }, (_, index) => {
    const takenAt = Math.round(NOON + index * rhythm.everyMs + (2 * chance() - 1) * SECOND);
    return { takenAt, shownAt: takenAt + (least + chance() * (most - least)) * SECOND };
  }).filter(() => chance() >= lost);
  let [learnt, now, told, calls] = [nothingLearnt(rhythm), NOON, 0, 0];
  const waits: number[] = [];
  while (told < readings.length) {
    const shown = readings.slice(told).filter(({ shownAt }) => shownAt <= now);
    const counts = now > NOON + 2 * HOUR;
    if (counts) waits.push(...shown.map(({ shownAt }) => (now - shownAt) / SECOND));
    if (counts) calls += 1;
    told += shown.length;
    learnt = learn(learnt, { askedAt: now, takenAt: shown.map(({ takenAt }) => takenAt) }, rhythm);
    now = nextAsk(learnt, rhythm, { askedAt: now, now, chance });
  }
  waits.sort((a, b) => a - b);
  const quantile = (part: number) => waits[Math.floor(part * waits.length)] ?? Number.NaN;
  return { median: quantile(0.5), p95: quantile(0.95), callsAReading: calls / waits.length, learnt };
}

describe('[SRC-3] the rhythm of a sensor', () => {
  test('readings shown 3 to 15 s late are there within 5 s, at less than 1.3 calls each', () => {
    const { median, p95, callsAReading } = follow({ rhythm: fiveMinutely, shownAfter: [3, 15] });
    expect(median).toBeLessThan(5);
    expect(p95).toBeLessThan(20);
    expect(callsAReading).toBeLessThan(1.3);
  });

  test('readings shown 20 to 60 s late are there within 10 s, at less than 2 calls each', () => {
    const { median, p95, callsAReading } = follow({ rhythm: fiveMinutely, shownAfter: [20, 60] });
    expect(median).toBeLessThan(10);
    expect(p95).toBeLessThan(30);
    expect(callsAReading).toBeLessThan(2);
  });

  test('a sensor that measures every minute is followed as closely', () => {
    const { median, callsAReading } = follow({
      rhythm: { ...fiveMinutely, everyMs: MINUTE },
      shownAfter: [3, 15],
    });
    expect(median).toBeLessThan(6);
    expect(callsAReading).toBeLessThan(1.4);
  });

  test('a vendor that wants a minute between two calls gets it, and is asked when its readings have appeared', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
    const { median, p95, callsAReading } = follow({ rhythm, shownAfter: [3, 15] });
    expect(callsAReading).toBeLessThanOrEqual(1);
    expect(median).toBeLessThan(8);
    expect(p95).toBeLessThan(20);
  });

  test('readings that take most of a minute are awaited, not asked for a minute late', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
    expect(follow({ rhythm, shownAfter: [30, 45] }).median).toBeLessThan(12);
  });

  test('readings that never come cost a few calls, not many', () => {
    expect(follow({ rhythm: fiveMinutely, shownAfter: [3, 15], lost: 0.1 }).callsAReading).toBeLessThan(2.2);
  });

  test('the period is the sensor’s own, whatever the vendor’s sensors do as a rule', () => {
    const minutely = Array.from({ length: 8 }, (_, index) => NOON + index * MINUTE);
    const learnt = learn(
      nothingLearnt(fiveMinutely),
      { askedAt: NOON + HOUR, takenAt: minutely },
      fiveMinutely,
    );
    expect(periodOf(learnt, fiveMinutely)).toBe(MINUTE);
  });

  test.each([
    [5 * MINUTE, MINUTE],
    [MINUTE, 5 * MINUTE],
  ])('[SRC-3] a sensor that changes from %i to %i ms is followed after three readings', (before, after) => {
    const old = Array.from({ length: 20 }, (_, index) => NOON + (index - 19) * before);
    const learnt = { ...nothingLearnt(fiveMinutely), recent: old };
    const takenAt = [1, 2, 3].map((count) => NOON + count * after);
    const askedAt = NOON + 3 * after + 8 * SECOND;
    expect(periodOf(learn(learnt, { askedAt, takenAt }, fiveMinutely), fiveMinutely)).toBe(after);
  });

  test('[SRC-3] readings that are left out, told late or told twice change no rhythm', () => {
    const recent = [-25, -20, -15, -10, -5, 0].map((minutes) => NOON + minutes * MINUTE);
    for (const minutes of [[10, 15], [5, 15], [1, 5], [5, 6, 10], [20]]) {
      const takenAt = minutes.map((count) => NOON + count * MINUTE);
      const learnt = { ...nothingLearnt(fiveMinutely), recent };
      const askedAt = (takenAt.at(-1) ?? 0) + 8 * SECOND;
      expect(periodOf(learn(learnt, { askedAt, takenAt }, fiveMinutely), fiveMinutely)).toBe(5 * MINUTE);
    }
  });

  test('a sensor that has been silent for hours is asked every five minutes', () => {
    const learnt: Learnt = { ...nothingLearnt(fiveMinutely), recent: [NOON] };
    const asks = [NOON + 3 * HOUR];
    for (let count = 0; count < 12; count += 1) {
      asks.push(nextAsk(learnt, fiveMinutely, at(asks.at(-1) ?? 0)));
    }
    expect((asks.at(-1) ?? 0) - NOON).toBe(4 * HOUR);
  });

  test('a past that is kept more coarsely than the present is told does not make the asks rarer', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 10 * SECOND, pauseMs: MINUTE };
    const past = Array.from({ length: 20 }, (_, index) => NOON - (20 - index) * 5 * MINUTE);
    const learnt = learn(
      nothingLearnt(rhythm),
      { askedAt: NOON, takenAt: [...past, NOON - 5 * SECOND] },
      rhythm,
    );
    expect(nextAsk(learnt, rhythm, at(NOON)) - NOON).toBeLessThan(2 * MINUTE);
  });

  test('asks in vain at a vendor that wants pauses relax', () => {
    const rhythm = { everyMs: MINUTE, visibleAfterMs: 0, pauseMs: MINUTE };
    const learnt: Learnt = { ...nothingLearnt(rhythm), recent: [NOON] };
    const pauseAfter = (ageMs: number) => nextAsk(learnt, rhythm, at(NOON + ageMs)) - NOON - ageMs;
    expect([2, 10, 30, 90].map((minutes) => pauseAfter(minutes * MINUTE) / MINUTE)).toEqual([1, 2, 3, 5]);
  });

  test('the pause runs from ask to ask, and after a slow answer there is quiet', () => {
    const minutely = { everyMs: MINUTE, visibleAfterMs: 0, pauseMs: MINUTE };
    const learnt: Learnt = { ...nothingLearnt(minutely), recent: [NOON] };
    const next = (tookMs: number) =>
      nextAsk(learnt, minutely, { askedAt: NOON, now: NOON + tookMs, chance: () => 0 }) - NOON;
    expect([2 * SECOND, 59 * SECOND].map(next)).toEqual([MINUTE, 64 * SECOND]);
  });

  test('whatever was learnt, the vendor’s pause is kept and the next ask is never far', () => {
    const some: fc.Arbitrary<Learnt> = fc.record({
      recent: fc
        .array(fc.integer({ min: NOON - DAY, max: NOON + 2 * MINUTE }), { maxLength: 20 })
        .map((list) => list.sort((a, b) => a - b)),
      first: fc.double({ min: 0, max: 4 * MINUTE, noNaN: true }),
      rest: fc.double({ min: 0, max: 4 * MINUTE, noNaN: true }),
      streak: fc.nat(50),
      missedAt: fc.option(fc.integer({ min: NOON - HOUR, max: NOON })),
    });
    const rhythms: fc.Arbitrary<Rhythm> = fc.record({
      everyMs: fc.integer({ min: MINUTE, max: 15 * MINUTE }),
      visibleAfterMs: fc.integer({ min: 0, max: HOUR }),
      pauseMs: fc.integer({ min: 0, max: 30 * MINUTE }),
    });
    fc.assert(
      fc.property(some, rhythms, fc.double({ min: 0, max: 0.99, noNaN: true }), (learnt, rhythm, chance) => {
        const next = nextAsk(learnt, rhythm, at(NOON, chance));
        expect(next).toBeGreaterThanOrEqual(NOON + rhythm.pauseMs);
        expect(next).toBeLessThanOrEqual(NOON + rhythm.pauseMs + 36 * MINUTE);
      }),
    );
  });

  test('learning never leaves the ground, whatever the vendor does', () => {
    const answers = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: HOUR }),
        ages: fc.array(fc.integer({ min: 0, max: DAY }), { maxLength: 3 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(answers, (list) => {
        let [learnt, now] = [nothingLearnt(fiveMinutely), NOON];
        for (const { after, ages } of list) {
          now += after;
          learnt = learn(learnt, { askedAt: now, takenAt: ages.map((age) => now - age) }, fiveMinutely);
          expect(learnt.first).toBeGreaterThanOrEqual(0);
          expect(learnt.first).toBeLessThan(10 * MINUTE);
          expect(learnt.recent.length).toBeLessThanOrEqual(20);
        }
      }),
    );
  });
});
