import { sourceErrorCodes } from '@tealight/contract';
import { SourceError, type SourceErrorCode } from '@tealight/sources';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../shared/time-units.ts';
import { type ErrorHistory, isRejection, nextStepAfter, withJitter } from './after-error.ts';
import { longestIntervalMs } from './next-poll.ts';

type Circumstances = Partial<ErrorHistory> & { retryAfterMs?: number; isLoginSingleUse?: boolean };

const stepAfter = (
  errorCode: SourceErrorCode,
  { retryAfterMs, isLoginSingleUse, ...history }: Circumstances = {},
) =>
  nextStepAfter(
    new SourceError('fake', errorCode, { retryAfterMs }),
    { failures: 1, isProven: false, isRejectionConfirmed: false, ...history },
    isLoginSingleUse,
  );
const waitOf = (errorCode: SourceErrorCode, circumstances: Circumstances = {}) => {
  const next = stepAfter(errorCode, circumstances);
  return next.action === 'stop' ? null : next.waitMs;
};

describe('after an error', () => {
  test.each([
    'wrong-login',
    'terms-to-accept',
    'needs-human',
    'choose-person',
    'person-gone',
    'wrong-region',
    'wrong-address',
    'refused-address',
    'locked-out',
  ] as const)(
    '[SRC-3] %s stops the polling of a connection that has never delivered a reading',
    (errorCode) => {
      expect(stepAfter(errorCode)).toEqual({ action: 'stop' });
      expect(stepAfter(errorCode, { failures: 99 })).toEqual({ action: 'stop' });
    },
  );

  test.each(['wrong-login', 'terms-to-accept', 'person-gone', 'wrong-region', 'choose-person'] as const)(
    '[SRC-3] %s from a connection that has delivered readings is checked again before polling stops',
    (errorCode) => {
      expect(waitOf(errorCode, { isProven: true, failures: 99 })).toBe(45 * SECOND);
      expect(stepAfter(errorCode, { isProven: true, isRejectionConfirmed: true })).toEqual({
        action: 'stop',
      });
    },
  );

  test('[SRC-3] a lock that is said to be over, or that this clock thinks over, is not tried at once', () => {
    expect(waitOf('locked-out', { isProven: true, retryAfterMs: 0 })).toBe(
      waitOf('locked-out', { isProven: true }),
    );
    expect(waitOf('locked-out', { isProven: true, retryAfterMs: 0 })).toBeGreaterThan(5 * MINUTE);
  });

  test('[SRC-3] needs-human is a rejection only where nothing but the vendor’s own page signs in', () => {
    const confirmed = { isProven: true, isRejectionConfirmed: true };
    expect(stepAfter('needs-human', { ...confirmed, isLoginSingleUse: true })).toEqual({ action: 'stop' });
    expect(waitOf('needs-human', confirmed)).toBe(5 * SECOND);
  });

  test('[SRC-3] nothing but a rejection stops the polling of a connection that has delivered readings', () => {
    for (const errorCode of sourceErrorCodes.filter((one) => !isRejection(one)))
      for (const failures of [1, 2, 50, 5000])
        for (const isRejectionConfirmed of [false, true])
          expect(waitOf(errorCode, { isProven: true, isRejectionConfirmed, failures })).not.toBeNull();
  });

  test('after the end of a session comes a sign-in', () => {
    expect(stepAfter('session-over')).toMatchObject({ action: 'sign-in' });
  });

  test.each(['unreachable', 'unreadable', 'wrong-address', 'needs-human', 'refused-address'] as const)(
    'after %s a connection that has delivered readings is polled soon, every minute for two hours, then less often',
    (errorCode) => {
      const waits = [1, 2, 3, 4, 160, 200, 250, 9999].map((failures) =>
        waitOf(errorCode, { isProven: true, failures }),
      );
      expect(waits.map((ms) => (ms ?? 0) / SECOND)).toEqual([5, 15, 30, 45, 45, 120, 300, 900]);
      expect(withJitter(45 * SECOND, 0.999)).toBeLessThan(MINUTE);
    },
  );

  test('[SRC-3] the wait that a vendor asked for is never shortened, after any number of failures', () => {
    const waiting = fc.constantFrom<SourceErrorCode>(
      'too-many-calls',
      'unreachable',
      'unreadable',
      'locked-out',
      'not-shared',
    );
    fc.assert(
      fc.property(
        waiting,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: DAY }),
        (errorCode, failures, retryAfterMs) => {
          for (const isProven of [false, true])
            expect(waitOf(errorCode, { failures, isProven, retryAfterMs })).toBeGreaterThanOrEqual(
              retryAfterMs,
            );
        },
      ),
    );
  });

  test('a vendor that asks to wait for a year gets a day', () => {
    expect(stepAfter('too-many-calls', { retryAfterMs: 365 * DAY })).toEqual({ action: 'wait', waitMs: DAY });
  });

  test('after any error a connection that waits is polled neither at once nor never', () => {
    for (const errorCode of sourceErrorCodes) {
      for (let failures = 1; failures < 2000; failures += 7) {
        for (const isProven of [false, true]) {
          const ms = waitOf(errorCode, { failures, isProven }) ?? MINUTE;
          expect(ms).toBeGreaterThanOrEqual(5 * SECOND);
          expect(withJitter(ms, 1)).toBeLessThanOrEqual(longestIntervalMs({ pauseMs: 0 }));
        }
      }
    }
  });
});
