import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { initialRhythm } from '../schedule/rhythm.ts';
import { parseMemory, serializeMemory } from './poll-memory.ts';

const emptyMemory = {
  learned: initialRhythm(fiveMinutely),
  gap: null,
  vendorAddress: null,
  signInAt: 0,
  isSignInReserved: false,
};

describe('the memory of a connection', () => {
  test('is parsed as it was serialized', () => {
    const memory = {
      learned: { recent: [NOON], delayMs: 12_000, extraDelayMs: 1000, hits: 2, missedAt: NOON },
      gap: { from: 1, until: 2 },
      vendorAddress: 'abc',
      signInAt: 3,
      isSignInReserved: true,
    };
    expect(parseMemory(serializeMemory(memory), fiveMinutely)).toEqual(memory);
  });

  test('is empty when it cannot be parsed', () => {
    const expectEmpty = (text: string) => void expect(parseMemory(text, fiveMinutely)).toEqual(emptyMemory);
    fc.assert(fc.property(fc.string(), expectEmpty));
    fc.assert(fc.property(fc.json(), expectEmpty));
    expect(parseMemory(null, fiveMinutely)).toEqual(emptyMemory);
  });
});
