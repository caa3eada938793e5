import { describe, expect, test } from 'vitest';
import { fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { initialRhythm } from '../schedule/rhythm.ts';
import { type PollMemory, parseMemory, serializeMemory } from './poll-memory.ts';

const complete: Required<PollMemory> = {
  learned: { recent: [NOON], delayMs: 1, extraDelayMs: 2, hits: 3, missedAt: NOON, isLive: true },
  gap: { from: 4, until: 5 },
  laterGap: { from: 15, until: 16 },
  vendorAddress: 'a hash',
  signInAt: 6,
  isSignInReserved: true,
  signIns: 7,
  backfillFailures: 8,
  rejectedAt: 9,
  polledAt: 10,
  requestedWait: { since: 11, ms: 12, errorCode: 'too-many-calls' },
  recovery: { until: 13, polls: 14 },
};
const nothing = {
  learned: initialRhythm(fiveMinutely),
  gap: null,
  vendorAddress: null,
  signInAt: 0,
  isSignInReserved: false,
};
const parse = (memory: unknown) => parseMemory(JSON.stringify(memory), fiveMinutely);

describe('what is remembered about a connection', () => {
  test('is parsed completely, also where optional parts are null or missing', () => {
    expect(parseMemory(serializeMemory(complete), fiveMinutely)).toEqual(complete);
    const without = { ...complete, requestedWait: null, rejectedAt: null, recovery: null, gap: null };
    expect(parse(without)).toEqual(without);
    expect(parse({ ...nothing, learned: { ...complete.learned, isLive: undefined } })).toEqual({
      ...nothing,
      learned: { recent: [NOON], delayMs: 1, extraDelayMs: 2, hits: 3, missedAt: NOON },
    });
  });

  test.each<[string, object]>([
    ['learned', { learned: { ...complete.learned, recent: ['noon'] } }],
    ['learned', { learned: { ...complete.learned, delayMs: null } }],
    ['learned', { learned: { ...complete.learned, extraDelayMs: '2' } }],
    ['learned', { learned: { ...complete.learned, hits: undefined } }],
    ['learned', { learned: { ...complete.learned, missedAt: 'noon' } }],
    ['learned', { learned: { ...complete.learned, isLive: 1 } }],
    ['gap', { gap: { from: 4 } }],
    ['gap', { gap: { until: 5 } }],
    ['vendorAddress', { vendorAddress: 1 }],
    ['signInAt', { signInAt: null }],
    ['isSignInReserved', { isSignInReserved: 0 }],
    ['signIns', { signIns: '7' }],
    ['backfillFailures', { backfillFailures: null }],
    ['rejectedAt', { rejectedAt: 'noon' }],
    ['polledAt', { polledAt: null }],
    ['requestedWait', { requestedWait: { ...complete.requestedWait, errorCode: 'no error of ours' } }],
    ['requestedWait', { requestedWait: { since: 11, errorCode: 'unreachable' } }],
    ['requestedWait', { requestedWait: { ms: 12, errorCode: 'unreachable' } }],
    ['recovery', { recovery: { until: 13 } }],
    ['recovery', { recovery: { polls: 14 } }],
  ])('is forgotten where its %s is not as this version stores it: %j', (_, more) => {
    expect(parse({ ...complete, ...more })).toEqual(nothing);
  });

  test('is stored in whole numbers', () => {
    const learned = { ...complete.learned, delayMs: 1.4, extraDelayMs: 2.5 };
    expect(JSON.parse(serializeMemory({ ...complete, learned }))).toMatchObject({
      learned: { delayMs: 1, extraDelayMs: 3 },
      vendorAddress: 'a hash',
      isSignInReserved: true,
    });
  });
});
