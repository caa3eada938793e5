import { describe, expect, test } from 'vitest';
import { makeDue, pollingNode } from '../../../test/polling/polling.ts';
import { everyFive, fakeVendor, NOON, SECRET } from '../../../test/polling/vendor.ts';
import { newWearer } from '../../../test/wearers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import { openStore } from '../../store/store.ts';

const WEARERS = 5;
const login = { password: SECRET };

/** Wearers of a vendor that has ended all their sessions since their last poll. `signInTimes`: of automatic sign-ins, ms from then. */
async function withEndedSessions() {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
  const sources = { libre: { type: 'freeStyleLibre' as const, source } };
  const { polling } = pollingNode(store, clock, source, { sources });
  vendor.readings = everyFive(NOON - HOUR, NOON + HOUR);
  const wearers: number[] = [];
  for (let count = 0; count < WEARERS; count += 1) {
    const wearerId = await newWearer(store);
    wearers.push(wearerId);
    await polling.connect(wearerId, 'libre', login);
  }
  await polling.runDuePolls();
  vendor.firstValidSession = WEARERS + 1;
  clock.now += 10 * SECOND;
  const endedAt = clock.now;
  const pollFor = async (ms: number) => {
    for (const until = clock.now + ms; clock.now < until; clock.now += SECOND / 4)
      await polling.runDuePolls();
  };
  const signInTimes = () => vendor.signIns.slice(WEARERS).map((at) => at - endedAt);
  return { store, clock, vendor, polling, wearers, pollFor, signInTimes };
}

const pausesBetween = (times: readonly number[]) =>
  times.slice(1).map((at, index) => at - (times[index] ?? 0));

describe('[SRC-3] when a vendor ends many sessions at once', () => {
  test('each wearer is signed in once, one a second', async () => {
    const { pollFor, signInTimes, polling, wearers } = await withEndedSessions();
    await pollFor(10 * SECOND);
    const times = signInTimes();
    expect(times).toHaveLength(WEARERS);
    expect(times[0]).toBe(0);
    for (const pause of pausesBetween(times)) {
      expect(pause).toBeGreaterThanOrEqual(SECOND);
      expect(pause).toBeLessThan(2 * SECOND);
    }
    for (const status of await polling.statuses(wearers)) expect(status).toMatchObject({ errorCode: null });
  });

  test('sign-ins that the vendor has limited are made one a second too when it allows them again', async () => {
    const { store, clock, polling, vendor, wearers, signInTimes } = await withEndedSessions();
    const [first = 0, second = 0, ...others] = wearers;
    // The others are signed in, so that the address answers.
    vendor.firstValidSession = 3;
    Object.assign(vendor, { signInError: 'too-many-calls', retryAfterMs: MINUTE });
    for (let time = 0; time < 2; time += 1)
      await polling.connect(await newWearer(store), 'libre', login).catch(() => {});
    const reserved = { signInAt: clock.now, isSignInReserved: true };
    for (const wearerId of [first, second]) await makeDue(store, wearerId, clock.now, reserved);
    await polling.runDuePolls();
    expect(signInTimes()).toHaveLength(2);
    Object.assign(vendor, { signInError: null, retryAfterMs: undefined });
    clock.now += 10 * MINUTE;
    for (const wearerId of others) {
      await makeDue(store, wearerId, clock.now);
      await polling.runDuePolls();
    }
    for (const wearerId of [first, second]) await makeDue(store, wearerId, clock.now);
    await polling.runDuePolls();
    expect(signInTimes()).toHaveLength(3);
    clock.now += 2 * SECOND;
    await polling.runDuePolls();
    expect(signInTimes()).toHaveLength(4);
  });
});
