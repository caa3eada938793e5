import { describe, expect, test } from 'vitest';
import { connectedPolling } from '../../test/polling/polling.ts';
import { NOON } from '../../test/polling/vendor.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const connectedSetup = async () => connectedPolling(await openStore({ url: null, file: ':memory:' }));

describe('signing in with the stored login', () => {
  test('when a session ends, one sign-in with the stored login follows at once', async () => {
    const { vendor, pollUntil, stored, clock } = await connectedSetup();
    vendor.firstValidSession = 2;
    await pollUntil(NOON + 16 * MINUTE);
    expect(vendor.signIns).toHaveLength(2);
    expect(vendor.reads.filter(({ at }) => at === vendor.signIns[1])).toHaveLength(2);
    expect((await stored()).at(-1)).toBeGreaterThan(clock.now - 6 * MINUTE);
  });

  test('[SRC-3] a source that ends every session gets few sign-ins', async () => {
    const { vendor, pollUntil } = await connectedSetup();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    await pollUntil(NOON + DAY);
    expect(vendor.signIns.length).toBeLessThan(30);
    const gaps = vendor.signIns.slice(2).map((at, index) => at - (vendor.signIns[index + 1] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10 * MINUTE);
  });

  test('[SRC-3] a sign-in that is rejected twice after a session has ended stops the polling', async () => {
    const { vendor, pollUntil, polling, wearerId } = await connectedSetup();
    vendor.firstValidSession = 9;
    vendor.signInError = 'wrong-login';
    await pollUntil(NOON + DAY);
    expect(vendor.signIns).toHaveLength(3);
    const [, first = 0, second = 0] = vendor.signIns;
    expect(second - first).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'wrong-login', nextTryAt: null });
  });

  test.each(['unreachable', 'unreadable', 'too-many-calls', 'wrong-address'] as const)(
    '[SRC-3] sign-ins that end with %s for hours do not become rarer than polls',
    async (errorCode) => {
      const { vendor, pollUntil } = await connectedSetup();
      vendor.firstValidSession = Number.POSITIVE_INFINITY;
      vendor.signInError = errorCode;
      await pollUntil(NOON + 8 * HOUR);
      const gaps = vendor.signIns.slice(2).map((at, index) => at - (vendor.signIns[index + 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(30 * MINUTE);
    },
  );

  test.each(['unreachable', 'unreadable'] as const)(
    '[SRC-3] after an outage that ended the session, and in which sign-ins were %s, readings are back within two minutes',
    async (errorCode) => {
      const { vendor, pollUntil, stored } = await connectedSetup();
      vendor.firstValidSession = Number.POSITIVE_INFINITY;
      vendor.signInError = errorCode;
      const back = NOON + 44 * MINUTE;
      await pollUntil(back);
      vendor.firstValidSession = vendor.signIns.length + 1;
      vendor.signInError = null;
      await pollUntil(back + 2 * MINUTE);
      expect((await stored()).at(-1)).toBeGreaterThan(back - 6 * MINUTE);
    },
  );

  test('[SRC-3] sign-ins that the vendor did not answer do not delay the one that it answers', async () => {
    const { vendor, pollUntil, polling, wearerId } = await connectedSetup();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    vendor.signInError = 'unreachable';
    await pollUntil(NOON + 30 * MINUTE);
    const unanswered = vendor.signIns.length;
    expect(unanswered).toBeGreaterThan(5);
    vendor.signInError = 'wrong-login';
    await pollUntil(NOON + HOUR);
    expect(vendor.signIns.length).toBe(unanswered + 2);
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'wrong-login', nextTryAt: null });
  });

  test('[SRC-3] a login that is rejected after many short sessions stops the polling, though sign-ins are an hour apart', async () => {
    const { vendor, pollUntil, polling, wearerId } = await connectedSetup();
    vendor.firstValidSession = Number.POSITIVE_INFINITY;
    await pollUntil(NOON + 6 * HOUR);
    const accepted = vendor.signIns.length;
    vendor.signInError = 'wrong-login';
    await pollUntil(NOON + DAY);
    expect(vendor.signIns.length).toBe(accepted + 2);
    expect(await polling.status(wearerId)).toMatchObject({ errorCode: 'wrong-login', nextTryAt: null });
  });
});
