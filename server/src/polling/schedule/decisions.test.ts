import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { fakeVendor, fiveMinutely, NOON } from '../../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { type PollMemory, parseMemory } from '../state/poll-memory.ts';
import { decideAfterError, requestedWaitMs, withJitter } from './after-error.ts';

const { source } = fakeVendor({ now: NOON });

type Failed = {
  memory?: Partial<PollMemory>;
  failures?: number;
  lastReadingAt?: number | null;
  retryAfterMs?: number | undefined;
  isLoginSingleUse?: boolean | undefined;
};

/** What is decided after this error of a connection that has delivered readings, unless `lastReadingAt` is null. */
function decide(errorCode: SourceErrorCode, failed: Failed = {}) {
  const { memory, failures = 0, lastReadingAt = NOON - MINUTE, retryAfterMs, isLoginSingleUse } = failed;
  const connection = { ...connected(1, { failures, lastReadingAt }), revision: 1 };
  const registered = {
    type: 'nightScout' as const,
    source,
    ...(isLoginSingleUse !== undefined && { isLoginSingleUse }),
  };
  return decideAfterError(
    { connection, registered, now: NOON },
    {
      error: new SourceError('fake', errorCode, { retryAfterMs }),
      memory: { ...parseMemory(null, fiveMinutely), ...memory },
    },
  );
}
/** The waits after so many errors in a row, in seconds. */
const waitsS = (errorCode: SourceErrorCode, failures: number[], failed: Failed = {}) =>
  failures.map((count) => {
    const { next } = decide(errorCode, { ...failed, failures: count - 1 });
    return next.action === 'stop' ? null : next.waitMs / SECOND;
  });
const check = { action: 'wait', waitMs: 45 * SECOND };
const stop = { action: 'stop' };

describe('[SRC-3] a rejection of the login', () => {
  test('is remembered, and checked again after 45 seconds', () => {
    expect(decide('wrong-login')).toMatchObject({ next: check, memory: { rejectedAt: NOON } });
  });

  test.each<[string, number, object, number]>([
    ['less than two minutes ago does not count', 2 * MINUTE - 1, check, NOON - 2 * MINUTE + 1],
    ['two minutes ago confirms it', 2 * MINUTE, stop, NOON - 2 * MINUTE],
    ['almost an hour and a half ago confirms it', 90 * MINUTE - 1, stop, NOON - 90 * MINUTE + 1],
    ['an hour and a half ago does not count, and is replaced', 90 * MINUTE, check, NOON],
    ['by a clock that was ahead does not count, and is replaced', -1, check, NOON],
  ])('%s', (_, agoMs, next, rejectedAt) => {
    expect(decide('terms-to-accept', { memory: { rejectedAt: NOON - agoMs } })).toMatchObject({
      next,
      memory: { rejectedAt },
    });
  });

  test('is still known after another error, which confirms nothing', () => {
    const { next, memory } = decide('unreachable', { memory: { rejectedAt: NOON - 5 * MINUTE } });
    expect([next, memory.rejectedAt]).toEqual([{ action: 'wait', waitMs: 5 * SECOND }, NOON - 5 * MINUTE]);
    expect(decide('unreachable').memory.rejectedAt).toBeNull();
  });

  test('is checked by a sign-in no sooner than sign-ins are allowed', () => {
    const signInAt = NOON + 10 * MINUTE;
    expect(decide('wrong-login', { memory: { signInAt } }).next).toEqual({
      action: 'wait',
      waitMs: 10 * MINUTE,
    });
    expect(decide('wrong-login', { memory: { signInAt: NOON + SECOND } }).next).toEqual(check);
    expect(decide('wrong-login', { memory: { signInAt: NOON - HOUR } }).next).toEqual(check);
    expect(decide('wrong-login', { memory: { signInAt }, lastReadingAt: null }).next).toEqual(stop);
    expect(decide('unreachable', { memory: { signInAt } }).next).toEqual({
      action: 'wait',
      waitMs: 5 * SECOND,
    });
  });

  test('is checked no sooner than the vendor asks', () => {
    const next = { action: 'wait', waitMs: 3 * MINUTE };
    expect(decide('wrong-login', { retryAfterMs: 3 * MINUTE }).next).toEqual(next);
    expect(decide('wrong-login', { retryAfterMs: SECOND }).next).toEqual(check);
  });

  test('is what a vendor’s own page says, where nothing else signs in', () => {
    const rejected = { next: check, memory: { rejectedAt: NOON } };
    expect(decide('needs-human', { isLoginSingleUse: true })).toMatchObject(rejected);
    for (const isLoginSingleUse of [false, undefined])
      expect(decide('needs-human', { isLoginSingleUse }).memory.rejectedAt).toBeNull();
    expect(decide('unreachable', { isLoginSingleUse: true }).memory.rejectedAt).toBeNull();
  });
});

describe('[SRC-3] the wait after an error', () => {
  test.each<[SourceErrorCode, number[], (number | null)[], Failed]>([
    ['too-many-calls', [1, 2, 3, 4, 5, 99], [45, 45, 120, 300, 900, 900], {}],
    ['session-over', [1, 2, 3, 4], [5, 15, 30, 45], {}],
    ['unreachable', [160, 161, 200, 201, 250, 251], [45, 120, 120, 300, 300, 900], {}],
    ['unreadable', [1, 2, 3, 9], [60, 300, 900, 900], { lastReadingAt: null }],
    ['unreachable', [1, 2], [5, 15], { lastReadingAt: null }],
    ['too-many-calls', [1, 2, 3], [45, 45, 120], { lastReadingAt: null }],
    ['key-lost', [1, 9], [300, 300], {}],
    ['not-shared', [1, 9], [900, 900], {}],
    ['locked-out', [1, 9], [900, 900], {}],
    ['locked-out', [1], [120], { retryAfterMs: 2 * MINUTE }],
    ['locked-out', [1], [120], { lastReadingAt: null, retryAfterMs: 2 * MINUTE }],
    ['locked-out', [1], [null], { lastReadingAt: null }],
    ['too-many-calls', [1, 3], [100, 120], { retryAfterMs: 100 * SECOND }],
    ['unreachable', [1, 4], [20, 45], { retryAfterMs: 20 * SECOND }],
    ['unreadable', [1, 2], [100, 300], { lastReadingAt: null, retryAfterMs: 100 * SECOND }],
  ])('%s, so many in a row: %j, is %j seconds', (errorCode, failures, seconds, failed) => {
    expect(waitsS(errorCode, failures, failed)).toEqual(seconds);
  });

  test('is remembered where the vendor has asked for it, and forgotten after an answer without one', () => {
    const before = { requestedWait: { since: NOON - HOUR, ms: DAY, errorCode: 'unreachable' as const } };
    const { memory } = decide('too-many-calls', { memory: before, retryAfterMs: MINUTE });
    expect(memory.requestedWait).toEqual({ since: NOON, ms: MINUTE, errorCode: 'too-many-calls' });
    for (const retryAfterMs of [0, undefined])
      expect(decide('unreachable', { memory: before, retryAfterMs }).memory.requestedWait).toBeNull();
  });

  test('is at most a day, and nothing where the vendor does not ask for one', () => {
    const waits = [undefined, 0, DAY, DAY + 1].map((retryAfterMs) =>
      requestedWaitMs(new SourceError('fake', 'locked-out', { retryAfterMs })),
    );
    expect(waits).toEqual([0, 0, DAY, DAY]);
  });

  test('is up to a fifth longer at random', () => {
    expect([0, 0.5, 1].map((random) => withJitter(MINUTE, random))).toEqual([60_000, 66_000, 72_000]);
  });
});
