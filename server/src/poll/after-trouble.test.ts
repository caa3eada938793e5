import { type TroubleWord, troubles } from '@tealight/contract';
import { SourceError, type Trouble } from '@tealight/sources';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { DAY, MINUTE, SECOND } from '../times.ts';
import { afterTrouble, isClear, type Past, spread } from './after-trouble.ts';
import { longestStepMs } from './next-time.ts';

type More = Partial<Past> & { retryAfterMs?: number; loginOnce?: boolean };

const after = (trouble: Trouble, { retryAfterMs, loginOnce, ...past }: More = {}) =>
  afterTrouble(
    new SourceError('fake', trouble, { retryAfterMs }),
    { failures: 1, isProven: false, isRefusedBefore: false, ...past },
    loginOnce,
  );
const waitOf = (trouble: Trouble, more: More = {}) => {
  const next = after(trouble, more);
  return next.do === 'wait' ? next.ms : next.do === 'sign-in' ? next.elseMs : null;
};

describe('after a trouble', () => {
  test('sources and wearers’ pages speak of the same troubles', () => {
    expectTypeOf<Trouble>().toEqualTypeOf<TroubleWord>();
  });

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
  ] as const)('[SRC-3] %s ends the asking of a source that has never given a reading', (trouble) => {
    expect(after(trouble)).toEqual({ do: 'stop' });
    expect(after(trouble, { failures: 99 })).toEqual({ do: 'stop' });
  });

  test.each(['wrong-login', 'terms-to-accept', 'person-gone', 'wrong-region', 'choose-person'] as const)(
    '[SRC-3] %s of a source that has given readings is asked about again, then believed',
    (trouble) => {
      expect(waitOf(trouble, { isProven: true, failures: 99 })).toBe(45 * SECOND);
      expect(after(trouble, { isProven: true, isRefusedBefore: true })).toEqual({ do: 'stop' });
    },
  );

  test('[SRC-3] needs-human is a refusal only where the vendor lets nobody in but by a page of its own', () => {
    const refused = { isProven: true, isRefusedBefore: true };
    expect(after('needs-human', { ...refused, loginOnce: true })).toEqual({ do: 'stop' });
    expect(waitOf('needs-human', refused)).toBe(5 * SECOND);
  });

  test('[SRC-3] nothing but a clear refusal ever ends the asking of a source that has given readings', () => {
    for (const trouble of troubles.filter((one) => !isClear(one)))
      for (const failures of [1, 2, 50, 5000])
        for (const isRefusedBefore of [false, true])
          expect(waitOf(trouble, { isProven: true, isRefusedBefore, failures })).not.toBeNull();
  });

  test('a session that is over is followed by a sign-in', () => {
    expect(after('session-over')).toMatchObject({ do: 'sign-in' });
  });

  test.each(['unreachable', 'unreadable', 'wrong-address', 'needs-human', 'refused-address'] as const)(
    'a source that has given readings and says %s is asked soon, within a minute for two hours, then less often',
    (trouble) => {
      const waits = [1, 2, 3, 4, 160, 200, 250, 9999].map((failures) =>
        waitOf(trouble, { isProven: true, failures }),
      );
      expect(waits.map((ms) => (ms ?? 0) / SECOND)).toEqual([5, 15, 30, 45, 45, 120, 300, 900]);
      expect(spread(45 * SECOND, 0.999)).toBeLessThan(MINUTE);
    },
  );

  test('[SRC-3] a vendor’s waiting time is never cut short, in any number of failures', () => {
    const patient = fc.constantFrom<Trouble>(
      'too-many-calls',
      'unreachable',
      'unreadable',
      'locked-out',
      'not-shared',
    );
    fc.assert(
      fc.property(
        patient,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: DAY }),
        (trouble, failures, retryAfterMs) => {
          for (const isProven of [false, true])
            expect(waitOf(trouble, { failures, isProven, retryAfterMs })).toBeGreaterThanOrEqual(
              retryAfterMs,
            );
        },
      ),
    );
  });

  test('a vendor that asks for a year of patience gets a day', () => {
    expect(after('too-many-calls', { retryAfterMs: 365 * DAY })).toEqual({ do: 'wait', ms: DAY });
  });

  test('whatever the trouble, whoever waits is asked again neither at once nor never', () => {
    for (const trouble of troubles) {
      for (let failures = 1; failures < 2000; failures += 7) {
        for (const isProven of [false, true]) {
          const ms = waitOf(trouble, { failures, isProven }) ?? MINUTE;
          expect(ms).toBeGreaterThanOrEqual(5 * SECOND);
          expect(spread(ms, 1)).toBeLessThanOrEqual(longestStepMs({ pauseMs: 0 }));
        }
      }
    }
  });
});
