import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../test/vendor.ts';
import { keepsake, recall } from './memory.ts';
import { nothingLearnt } from './rhythm.ts';

const fresh = { learnt: nothingLearnt(fiveMinutely), gap: null, door: null, signInAt: 0, turn: false };

describe('what is remembered of a connection', () => {
  test('comes back as it was kept', () => {
    const memory = {
      learnt: { recent: [NOON], first: 12_000, rest: 1000, streak: 2, missedAt: NOON },
      ...{ gap: { from: 1, until: 2 }, door: 'abc', signInAt: 3, turn: true },
    };
    expect(recall(keepsake(memory), fiveMinutely)).toEqual(memory);
  });

  test('is learnt anew when it cannot be read', () => {
    const learntAnew = (text: string) => void expect(recall(text, fiveMinutely)).toEqual(fresh);
    fc.assert(fc.property(fc.string(), learntAnew));
    fc.assert(fc.property(fc.json(), learntAnew));
    expect(recall(null, fiveMinutely)).toEqual(fresh);
  });
});
