import { SourceError, type SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { NOON } from '../../../test/polling/vendor.ts';
import { DAY, MINUTE, SECOND } from '../../shared/time-units.ts';
import { hashVendorAddress, openCircuitBreakers } from './circuit-breaker.ts';

const ADDRESS = hashVendorAddress('vendor.example');

/** `fail`: whether a failure of this wearer opens the breaker or keeps it open. */
function breakersOfOneAddress(options?: Parameters<typeof openCircuitBreakers>[0]) {
  const breakers = openCircuitBreakers(options);
  const fail = (wearerId: number, errorCode: SourceErrorCode, retryAfterMs?: number, now = NOON): boolean =>
    breakers.recordFailure(ADDRESS, wearerId, {
      error: new SourceError('fake', errorCode, { retryAfterMs }),
      now,
    });
  return { breakers, fail };
}

describe('[SRC-3] an address whose wearers get no answer', () => {
  test('gets a probe after two minutes when it has limited two wearers and does not say for how long', () => {
    const { breakers, fail } = breakersOfOneAddress();
    expect([fail(1, 'too-many-calls'), fail(2, 'too-many-calls')]).toEqual([false, true]);
    expect(breakers.nextProbeAt(ADDRESS)).toBe(NOON + 2 * MINUTE);
    expect(breakers.errorIfOpen(ADDRESS, NOON + 2 * MINUTE - 1)).toBe('too-many-calls');
    expect(breakers.errorIfOpen(ADDRESS, NOON + 2 * MINUTE)).toBeNull();
  });

  test('gets the next probe ten seconds after the last one, also while that is not answered', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2, 3]) fail(wearerId, 'unreachable');
    const probeAt = NOON + 25 * SECOND;
    expect(breakers.errorIfOpen(ADDRESS, probeAt)).toBeNull();
    expect(breakers.nextProbeAt(ADDRESS)).toBe(probeAt + 10 * SECOND);
    expect(breakers.errorIfOpen(ADDRESS, probeAt + 10 * SECOND - 1)).toBe('unreachable');
    expect(breakers.errorIfOpen(ADDRESS, probeAt + 10 * SECOND)).toBeNull();
  });

  test('stays blocked when a probe fails, with the error of that probe', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2, 3]) fail(wearerId, 'unreachable');
    expect(fail(4, 'unreadable', undefined, NOON + 10 * SECOND)).toBe(true);
    expect(breakers.errorIfOpen(ADDRESS, NOON + 20 * SECOND - 1)).toBe('unreadable');
    expect(breakers.errorIfOpen(ADDRESS, NOON + 20 * SECOND)).toBeNull();
  });

  test('is not polled sooner because a later answer names a shorter wait, or none at all', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2]) fail(wearerId, 'too-many-calls', 4 * MINUTE);
    fail(3, 'too-many-calls', MINUTE);
    fail(4, 'too-many-calls', 0);
    expect(breakers.nextProbeAt(ADDRESS)).toBe(NOON + 4 * MINUTE);
  });

  test('gets a probe at once where the vendor says that nobody has to wait', () => {
    const { breakers, fail } = breakersOfOneAddress();
    expect([fail(1, 'too-many-calls', 0), fail(2, 'too-many-calls', 0)]).toEqual([false, true]);
    expect(breakers.errorIfOpen(ADDRESS, NOON)).toBeNull();
    expect(breakers.errorIfOpen(ADDRESS, NOON)).toBe('too-many-calls');
  });

  test('is not blocked by one limited wearer beside two without an answer', () => {
    const { breakers, fail } = breakersOfOneAddress();
    const opened = [fail(1, 'unreachable'), fail(2, 'wrong-address'), fail(3, 'too-many-calls')];
    expect(opened).toEqual([false, false, false]);
    expect(breakers.errorIfOpen(ADDRESS, NOON)).toBeNull();
    expect(fail(3, 'unreadable')).toBe(true);
  });

  test('is not blocked by other errors, however many wearers get them', () => {
    const { breakers, fail } = breakersOfOneAddress();
    const errors = ['wrong-login', 'session-over', 'person-gone', 'needs-human'] as const;
    expect(errors.map((errorCode, wearerId) => fail(wearerId, errorCode))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(breakers.nextProbeAt(ADDRESS)).toBe(0);
  });

  test('needs no probe before it is blocked', () => {
    const { breakers, fail } = breakersOfOneAddress();
    fail(1, 'unreachable');
    expect([breakers.errorIfOpen(ADDRESS, NOON), breakers.nextProbeAt(ADDRESS)]).toEqual([null, 0]);
  });

  test('is counted from the beginning after an answer', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2]) fail(wearerId, 'unreachable');
    breakers.recordAnswer(ADDRESS);
    expect([3, 1, 2].map((wearerId) => fail(wearerId, 'unreachable'))).toEqual([false, false, true]);
  });

  test('does not block another address', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2, 3]) fail(wearerId, 'unreachable');
    const other = hashVendorAddress('other.example');
    expect([breakers.errorIfOpen(other, NOON), breakers.nextProbeAt(other)]).toEqual([null, 0]);
    breakers.recordAnswer(other);
    expect(breakers.errorIfOpen(ADDRESS, NOON)).toBe('unreachable');
  });

  test('is polled again after all breakers were reset', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2, 3]) fail(wearerId, 'unreachable');
    breakers.reset();
    expect([breakers.errorIfOpen(ADDRESS, NOON), breakers.nextProbeAt(ADDRESS)]).toEqual([null, 0]);
  });

  test('is blocked for longer than five minutes only where that is allowed', () => {
    const { breakers, fail } = breakersOfOneAddress({ longestWaitMs: DAY });
    for (const wearerId of [1, 2]) fail(wearerId, 'too-many-calls', 6 * MINUTE);
    expect(breakers.nextProbeAt(ADDRESS)).toBe(NOON + 6 * MINUTE);
  });

  test('is polled again by the wearers who wait from 5 to 30 seconds after the probe', () => {
    const { breakers, fail } = breakersOfOneAddress();
    for (const wearerId of [1, 2]) fail(wearerId, 'too-many-calls', 5 * MINUTE);
    const resumeAfter = (now: number, random: number) => breakers.resumeAt(ADDRESS, now, random) - NOON;
    expect(resumeAfter(NOON, 0)).toBe(5 * MINUTE + 5 * SECOND);
    expect(resumeAfter(NOON, 1)).toBe(5 * MINUTE + 30 * SECOND);
    const now = NOON + 5 * MINUTE;
    expect(resumeAfter(now, 0)).toBe(5 * MINUTE + 15 * SECOND);
    for (const unknown of [null, hashVendorAddress('other.example')])
      expect(breakers.resumeAt(unknown, now, 1)).toBe(now + 40 * SECOND);
  });
});

test('[SRC-3] the hash of an address is short, always the same, and another one for another address', () => {
  expect(hashVendorAddress('vendor.example')).toMatch(/^[\w-]{10}$/);
  expect(hashVendorAddress('vendor.example')).toBe(ADDRESS);
  expect(hashVendorAddress('vendor.example:8443')).not.toBe(ADDRESS);
});
