import { type TroubleWord, troubles } from '@tealight/contract';
import { SourceError, type Trouble } from '@tealight/sources';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../times.ts';
import { afterTrouble, spread } from './after-trouble.ts';

const after = (trouble: Trouble, failures = 1, retryAfterMs?: number) =>
  afterTrouble(new SourceError('fake', trouble, { retryAfterMs }), failures);

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
  ] as const)('[SRC-3] %s is never repeated by itself', (trouble) => {
    expect(after(trouble, 1)).toEqual({ do: 'stop' });
    expect(after(trouble, 99)).toEqual({ do: 'stop' });
  });

  test('a session that is over is followed by a sign-in', () => {
    expect(after('session-over')).toMatchObject({ do: 'sign-in' });
  });

  test('a source that is away is asked soon, then less often, and after an hour still within a minute', () => {
    const waits = [1, 2, 3, 4, 80, 300, 9999].map((failures) => after('unreachable', failures));
    expect(waits.map((step) => (step.do === 'wait' ? step.ms / SECOND : null))).toEqual([
      5, 15, 30, 45, 45, 300, 1800,
    ]);
    expect(spread(45 * SECOND, 0.999)).toBeLessThan(MINUTE);
  });

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
        (trouble, failures, ms) => {
          const next = after(trouble, failures, ms);
          expect(next.do === 'wait' ? next.ms : -1).toBeGreaterThanOrEqual(ms);
        },
      ),
    );
  });

  test('a vendor that asks for a year of patience gets a day', () => {
    expect(after('too-many-calls', 1, 365 * DAY)).toEqual({ do: 'wait', ms: DAY });
  });

  test('whatever the trouble, whoever waits is asked again neither at once nor never', () => {
    for (const trouble of troubles) {
      for (let failures = 1; failures < 2000; failures += 7) {
        const next = after(trouble, failures);
        const ms = next.do === 'wait' ? next.ms : next.do === 'sign-in' ? next.elseMs : MINUTE;
        expect(ms).toBeGreaterThanOrEqual(5 * SECOND);
        expect(ms).toBeLessThanOrEqual(HOUR);
      }
    }
  });
});
