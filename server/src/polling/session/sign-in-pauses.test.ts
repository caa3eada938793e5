import type { SourceErrorCode } from '@tealight/sources';
import { describe, expect, test } from 'vitest';
import { connectedPolling, makeDue } from '../../../test/polling/polling.ts';
import { NOON } from '../../../test/polling/vendor.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';
import type { PollMemory } from '../state/poll-memory.ts';

/** A wearer with a stored login. `pausesIn`: minutes between automatic sign-ins, rounded down to whole `ms`. */
async function withStoredLogin() {
  const setup = await connectedPolling(await openStore({ url: null, file: ':memory:' }));
  const { store, vendor, clock, wearerId, polling } = setup;
  const pausesIn = (ms: number) =>
    vendor.signIns
      .slice(2)
      .map((at, index) => Math.floor((at - (vendor.signIns[index + 1] ?? 0)) / ms) * (ms / MINUTE));
  /** Polls now, with this in what the poller remembers; returns the time of the next poll. */
  const pollWith = async (memory: Partial<PollMemory>) => {
    await makeDue(store, wearerId, clock.now, memory);
    await polling.runDuePolls();
    return (await store.connections.find(wearerId))?.nextAt ?? 0;
  };
  return { ...setup, pausesIn, pollWith };
}

describe('automatic sign-ins', () => {
  test('[SRC-3] are ten minutes apart, then twice as long after each session that did not last, up to an hour', async () => {
    const { vendor, pollUntil, pausesIn } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    await pollUntil(NOON + 230 * MINUTE);
    expect(pausesIn(10 * MINUTE)).toEqual([10, 20, 40, 60, 60]);
  });

  test('[SRC-3] are ten minutes apart again after a session has lasted', async () => {
    const { vendor, pollUntil, pausesIn } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    await pollUntil(NOON + 50 * MINUTE);
    vendor.firstValidSession = 0;
    await pollUntil(NOON + 2 * HOUR);
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    await pollUntil(NOON + 2 * HOUR + 40 * MINUTE);
    expect(pausesIn(10 * MINUTE).slice(-2)).toEqual([10, 20]);
  });

  test.each<[SourceErrorCode, number]>([
    ['unreachable', 1],
    ['unreadable', 1],
    ['wrong-address', 10],
    ['refused-address', 10],
    ['too-many-calls', 16],
  ])('[SRC-3] that end with %s are repeated every %i min', async (errorCode, minutes) => {
    const { vendor, pollUntil, pausesIn } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    vendor.signInError = errorCode;
    await pollUntil(NOON + (15 + 6 * minutes) * MINUTE);
    const pauses = pausesIn(MINUTE).slice(errorCode === 'too-many-calls' ? 1 : 0);
    expect(pauses.length).toBeGreaterThanOrEqual(3);
    expect(new Set(pauses)).toEqual(new Set([minutes]));
  });

  test('[SRC-3] one that is rejected makes the next pause longer', async () => {
    const { vendor, pollUntil, pausesIn } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    vendor.signInError = 'not-shared';
    await pollUntil(NOON + 100 * MINUTE);
    expect(pausesIn(10 * MINUTE).slice(0, 2)).toEqual([10, 20]);
  });

  test.each<[string, Partial<PollMemory>, number]>([
    ['is not made before its time', { signInAt: NOON + HOUR + 10 * MINUTE, isSignInReserved: false }, 0],
    ['is made at its time', { signInAt: NOON + 10 * MINUTE, isSignInReserved: false }, 1],
    [
      'is made when its time is more than an hour ahead, since a wrong clock has set it',
      { signInAt: NOON + HOUR + 10 * MINUTE + 1, isSignInReserved: false },
      1,
    ],
    [
      'is not made before the time that is reserved for it',
      { signInAt: NOON + 3 * HOUR + 10 * MINUTE, isSignInReserved: true },
      0,
    ],
    [
      'is made when the time that is reserved for it is more than three hours ahead',
      { signInAt: NOON + 3 * HOUR + 10 * MINUTE + 1, isSignInReserved: true },
      1,
    ],
  ])('[SRC-3] one %s', async (_, memory, signIns) => {
    const { vendor, pollWith } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    await pollWith(memory);
    expect(vendor.signIns).toHaveLength(1 + signIns);
  });

  test('[SRC-3] while one waits for its reserved time the source is polled at that time only', async () => {
    const { vendor, pollWith, clock } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    const signInAt = clock.now + 10 * MINUTE;
    expect(await pollWith({ signInAt, isSignInReserved: true })).toBeGreaterThanOrEqual(signInAt);
    clock.now = signInAt;
    const signedInAt = clock.now;
    await pollWith({});
    expect(vendor.signIns.at(-1)).toBe(signedInAt);
  });

  test('[SRC-3] during the pause after one the source is polled, since the session may work again', async () => {
    const { vendor, pollWith, clock } = await withStoredLogin();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    const nextAt = await pollWith({ signInAt: clock.now + 10 * MINUTE, isSignInReserved: false });
    expect(nextAt).toBeLessThan(clock.now + 10 * SECOND);
  });
});
