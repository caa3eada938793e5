import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { NOON } from '../../../test/polling/vendor.ts';
import { DAY, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openSignInBreakers, openSignInThrottle, SignInsHeldBack } from './sign-in-limits.ts';

function breakersOfVendor() {
  const clock = { now: NOON };
  const breakers = openSignInBreakers(() => clock.now);
  let calls = 0;
  /** Signs in a wearer; returns the session, or the error. */
  const signIn = (wearerId: number, error: Error | null = null, vendor: string | null = 'libre') =>
    breakers
      .run(vendor, wearerId, async () => {
        calls += 1;
        if (error !== null) throw error;
        return `session of ${wearerId}`;
      })
      .catch((thrown: unknown) => thrown);
  return { clock, breakers, signIn, calls: () => calls };
}

const errorOf = (errorCode: SourceErrorCode, retryAfterMs?: number) =>
  new SourceError('fake', errorCode, { retryAfterMs });
const limited = errorOf('too-many-calls', 15 * MINUTE);

describe('[SRC-3] sign-ins at a vendor that has limited two wearers', () => {
  test('end with what is left of the wait, without a call, and go on when it is over', async () => {
    const { clock, signIn, calls } = breakersOfVendor();
    expect([await signIn(1, limited), await signIn(2, limited)]).toEqual([limited, limited]);
    clock.now += 5 * MINUTE;
    const heldBack = await signIn(3);
    expect(heldBack).toBeInstanceOf(SignInsHeldBack);
    expect(heldBack).toMatchObject({
      source: 'libre',
      errorCode: 'too-many-calls',
      retryAfterMs: 10 * MINUTE,
      cause: 'sign-ins are held back',
    });
    expect(calls()).toBe(2);
    clock.now += 10 * MINUTE;
    expect(await signIn(3)).toBe('session of 3');
    expect(await signIn(4)).toBe('session of 4');
  });

  test('wait for as long as the vendor asks, also for hours', async () => {
    const { clock, signIn } = breakersOfVendor();
    for (const wearerId of [1, 2]) await signIn(wearerId, errorOf('too-many-calls', DAY));
    clock.now += DAY - SECOND;
    expect(await signIn(3)).toMatchObject({ retryAfterMs: SECOND });
  });

  test('wait again when the first one after the wait is limited too', async () => {
    const { clock, signIn, calls } = breakersOfVendor();
    for (const wearerId of [1, 2]) await signIn(wearerId, limited);
    clock.now += 15 * MINUTE;
    expect(await signIn(3, limited)).toBe(limited);
    expect(await signIn(4)).toMatchObject({ retryAfterMs: 15 * MINUTE });
    expect(calls()).toBe(3);
  });

  test('go on at once after a sign-in that succeeded, and at other vendors all the time', async () => {
    const { signIn } = breakersOfVendor();
    await signIn(1, limited);
    await signIn(2);
    await signIn(3, limited);
    expect(await signIn(4)).toBe('session of 4');
    for (const wearerId of [5, 6]) await signIn(wearerId, limited);
    expect(await signIn(7)).toBeInstanceOf(SignInsHeldBack);
    expect(await signIn(7, null, 'dexcom')).toBe('session of 7');
    expect(await signIn(7, null, null)).toBe('session of 7');
  });

  test('go on after the breakers were reset', async () => {
    const { breakers, signIn } = breakersOfVendor();
    for (const wearerId of [1, 2]) await signIn(wearerId, limited);
    breakers.reset();
    expect(await signIn(3)).toBe('session of 3');
  });
});

test.each([errorOf('unreachable'), errorOf('wrong-login'), new TypeError('a bug')])(
  '[SRC-3] sign-ins are not held back, however many wearers get: %s',
  async (error) => {
    const { signIn } = breakersOfVendor();
    for (const wearerId of [1, 2, 3, 4]) expect(await signIn(wearerId, error)).toBe(error);
    expect(await signIn(5)).toBe('session of 5');
  },
);

describe('[SRC-3] automatic sign-ins', () => {
  test('are a second apart at each source', () => {
    const throttle = openSignInThrottle();
    const reserved = [0, 0, 500, 5000].map((ms) => throttle.reserve('libre', NOON + ms) - NOON);
    expect(reserved).toEqual([0, SECOND, 2 * SECOND, 5 * SECOND]);
    expect(throttle.reserve('dexcom', NOON)).toBe(NOON);
  });

  test('need not wait for times that a clock has set which was ahead', () => {
    const throttle = openSignInThrottle();
    throttle.reserve('libre', NOON + DAY);
    throttle.reset();
    expect(throttle.reserve('libre', NOON)).toBe(NOON);
  });
});
