import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import type { LimitBackend } from './limit.ts';
import { openLimits } from './limits.ts';
import { memoryLimits } from './memory-backend.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const budget = { burst: 3, everyMs: MINUTE };
const throttle = { free: 2, longestMs: 10 * SECOND };

/** Tests of every backend. */
function testBackend(open: () => Promise<LimitBackend>) {
  test('a budget is used up by its burst, refills one by one, and can be refunded', async () => {
    const limits = await open();
    const call = { key: 'a', limit: budget };
    const tries = [];
    for (let time = 0; time < 5; time += 1) tries.push(await limits.consume([call], NOON));
    expect(tries).toEqual([null, null, null, ...Array(2).fill({ key: 'a', blockedUntil: NOON + MINUTE })]);
    expect(await limits.consume([call], NOON + MINUTE)).toBeNull();
    expect(await limits.consume([call], NOON + MINUTE)).not.toBeNull();
    await limits.refund({ ...call, cost: 2 }, NOON + MINUTE);
    expect(await limits.consume([{ ...call, cost: 2 }], NOON + MINUTE)).toBeNull();
    expect(await limits.consume([call], NOON + MINUTE)).not.toBeNull();
  });

  test('failures beyond the free ones double the wait, and count less with time', async () => {
    const limits = await open();
    const call = { key: 'a', limit: throttle };
    const waits = [];
    let now = NOON;
    for (let time = 0; time < 7; time += 1) {
      expect(await limits.consume([call], now)).toBeNull();
      const waitMs = Math.max(0, (await limits.blockedUntil([call, { ...call, key: 'b' }], now)) - now);
      waits.push(waitMs);
      if (waitMs > 0) expect(await limits.consume([call], now + waitMs - 1)).toMatchObject({ key: 'a' });
      now += waitMs;
    }
    // The failures count a little less between the second and the third.
    expect(waits.map((ms) => ms / SECOND)).toEqual([0, 1, 1, 2, 4, 8, 10]);
    expect(await limits.consume([call], now + 2 * HOUR)).toBeNull();
    expect(await limits.blockedUntil([call], now + 2 * HOUR)).toBeLessThanOrEqual(now + 2 * HOUR);
    await limits.reset('a');
    expect(await limits.blockedUntil([call], now + 2 * HOUR)).toBe(0);
  });

  test('a refund no longer counts: a part of a budget, and a failure that was not one', async () => {
    const limits = await open();
    const [part, failure] = [
      { key: 'budget', limit: budget },
      { key: 'throttle', limit: throttle },
    ];
    await limits.refund(part, NOON);
    await limits.refund(failure, NOON);
    for (let time = 0; time < 3; time += 1) await limits.consume([part], NOON);
    await limits.refund(part, NOON);
    expect(await limits.consume([part], NOON)).toBeNull();
    expect(await limits.blockedUntil([part], NOON)).toBe(NOON + MINUTE);
    for (let time = 0; time < 2; time += 1) await limits.consume([failure], NOON);
    expect(await limits.blockedUntil([failure], NOON)).toBe(NOON + SECOND);
    await limits.refund(failure, NOON);
    expect(await limits.consume([failure], NOON)).toBeNull();
    expect(await limits.blockedUntil([failure], NOON)).toBe(NOON + SECOND);
    for (let time = 0; time < 3; time += 1) await limits.refund(failure, NOON);
    for (let time = 0; time < 2; time += 1) expect(await limits.consume([failure], NOON)).toBeNull();
    expect(await limits.blockedUntil([failure], NOON)).toBe(NOON + SECOND);
  });

  test('a call that one key rejects is counted for no key', async () => {
    const limits = await open();
    const [one, other] = ['one', 'other'].map((key) => ({ key, limit: { burst: 1, everyMs: MINUTE } }));
    if (one === undefined || other === undefined) throw new Error('two keys');
    expect(await limits.consume([other], NOON)).toBeNull();
    expect(await limits.consume([one, other], NOON)).toEqual({ key: 'other', blockedUntil: NOON + MINUTE });
    expect(await limits.consume([one], NOON)).toBeNull();
  });

  test('a key that was used while the clock was ahead is never blocked for longer than its limit', async () => {
    const limits = await open();
    const AHEAD = NOON + 24 * HOUR;
    const everyHour = { key: 'spent', limit: { burst: 1, everyMs: HOUR } };
    const failing = { key: 'failing', limit: throttle };
    for (let time = 0; time < 4; time += 1) await limits.consume([everyHour], AHEAD);
    for (let time = 0, at = AHEAD; time < 6; time += 1) {
      await limits.consume([failing], at);
      at = Math.max(at, await limits.blockedUntil([failing], at));
    }
    for (const call of [everyHour, failing]) {
      expect(await limits.blockedUntil([call], NOON)).toBe(0);
      expect(await limits.consume([call], NOON)).toBeNull();
    }
    // What counts from now on is as if nothing had been counted.
    expect(await limits.consume([everyHour], NOON)).toEqual({ key: 'spent', blockedUntil: NOON + HOUR });
    expect(await limits.consume([failing], NOON)).toBeNull();
    expect(await limits.blockedUntil([failing], NOON)).toBe(NOON + SECOND);
  });

  test('a clock that is set back a little neither blocks for longer nor adds failures', async () => {
    const limits = await open();
    const everyHour = { key: 'spent', limit: { burst: 1, everyMs: HOUR } };
    await limits.consume([everyHour], NOON + 30 * SECOND);
    expect(await limits.consume([everyHour], NOON)).toEqual({ key: 'spent', blockedUntil: NOON + HOUR });
    const failing = { key: 'failing', limit: { free: 3, longestMs: 10 * HOUR } };
    for (let time = 0; time < 2; time += 1) await limits.consume([failing], NOON + 4 * HOUR);
    await limits.refund(failing, NOON);
    expect(await limits.consume([failing], NOON)).toBeNull();
    expect(await limits.consume([failing], NOON)).toBeNull();
    expect(await limits.blockedUntil([failing], NOON)).toBe(NOON + SECOND);
  });

  test('[LOG-4] a block of a node whose clock is ahead by seconds counts', async () => {
    const limits = await open();
    const call = { key: 'a', limit: throttle };
    const AHEAD = NOON + 10 * SECOND;
    for (let time = 0, at = AHEAD; time < 7; time += 1) {
      await limits.consume([call], at);
      at = Math.max(at, await limits.blockedUntil([call], at));
    }
    expect(await limits.consume([call], AHEAD)).toEqual({
      key: 'a',
      blockedUntil: AHEAD + throttle.longestMs,
    });
  });

  test('of many concurrent calls no more than allowed succeed', async () => {
    const limits = await open();
    const both = [
      { key: 'net', limit: { burst: 50, everyMs: MINUTE } },
      { key: 'account', limit: budget },
    ];
    const tries = await Promise.all(Array.from({ length: 20 }, () => limits.consume(both, NOON)));
    expect(tries.filter((reached) => reached === null)).toHaveLength(3);
  });
}

describe('limits in memory', () => testBackend(async () => memoryLimits()));

describe('limits in the store', () => {
  eachEngine((open) => {
    testBackend(async () => (await open()).limits);

    test('expired rows are removed, and the number of rows is limited', async () => {
      const { limits } = await open();
      const untilOf = (...keys: string[]) =>
        limits.blockedUntil(
          keys.map((key) => ({ key, limit: budget })),
          NOON,
        );
      for (let row = 0; row < 10; row += 1) {
        await limits.consume([{ key: `${row}`, limit: budget }], NOON + row * SECOND);
      }
      const blocked = { key: 'blocked', limit: { burst: 1, everyMs: HOUR } };
      await limits.consume([blocked], NOON);
      await limits.cleanup(NOON + SECOND, 3);
      expect(await untilOf('9')).not.toBe(0);
      expect(await untilOf('8', '1', '0')).not.toBe(0);
      expect(await untilOf('0', '1', '2', '3', '4', '5', '6', '7')).toBe(0);
      expect(await limits.consume([blocked], NOON + SECOND)).toMatchObject({ key: 'blocked' });
      await limits.cleanup(NOON + 24 * HOUR);
      expect(await untilOf('blocked', '9')).toBe(0);
    });

    test('[LOG-4] failures are kept for four hours and the longest wait', async () => {
      const { limits } = await open();
      const call = { key: 'a', limit: throttle };
      for (let time = 0; time < 2; time += 1) await limits.consume([call], NOON);
      await limits.cleanup(NOON + 4 * HOUR + throttle.longestMs - 1);
      expect(await limits.blockedUntil([call], NOON)).toBe(NOON + SECOND);
      await limits.cleanup(NOON + 4 * HOUR + throttle.longestMs);
      expect(await limits.blockedUntil([call], NOON)).toBe(0);
    });

    test('[LOG-4] are shared by nodes', async () => {
      const store = await open();
      const log = { info() {}, warn() {}, error() {} };
      const node = () => openLimits({ shared: store.limits, secret: 'alike', log, now: () => NOON });
      const [one, other] = [node(), node()];
      const call = { key: one.keyFor('a', 1), limit: { burst: 1, everyMs: MINUTE } };
      expect(call.key).toBe(other.keyFor('a', 1));
      expect(await one.consume([call], NOON)).toBeNull();
      expect(await other.consume([call], NOON)).not.toBeNull();
    });
  });
});
