import { describe, expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { HOUR, MINUTE, SECOND } from '../times.ts';
import type { LimitBackend } from './limit.ts';
import { openLimits } from './limits.ts';
import { lruCache } from './lru-cache.ts';
import { memoryLimits } from './memory.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const budget = { burst: 3, everyMs: MINUTE };
const throttle = { free: 2, longestMs: 10 * SECOND };

/** What every place where limits are counted does alike. */
function exam(open: () => Promise<LimitBackend>) {
  test('a budget is spent by its burst, comes back one by one, and can be given back', async () => {
    const limits = await open();
    const take = { key: 'a', limit: budget };
    const tries = [];
    for (let time = 0; time < 5; time += 1) tries.push(await limits.take([take], NOON));
    expect(tries).toEqual([null, null, null, ...Array(2).fill({ key: 'a', closedUntil: NOON + MINUTE })]);
    expect(await limits.take([take], NOON + MINUTE)).toBeNull();
    expect(await limits.take([take], NOON + MINUTE)).not.toBeNull();
    await limits.giveBack({ ...take, cost: 2 }, NOON + MINUTE);
    expect(await limits.take([{ ...take, cost: 2 }], NOON + MINUTE)).toBeNull();
    expect(await limits.take([take], NOON + MINUTE)).not.toBeNull();
  });

  test('failures beyond the free ones double the wait, and are forgotten with time', async () => {
    const limits = await open();
    const take = { key: 'a', limit: throttle };
    const waits = [];
    let now = NOON;
    for (let time = 0; time < 7; time += 1) {
      expect(await limits.take([take], now)).toBeNull();
      const waitMs = Math.max(0, (await limits.closedUntil(['a', 'b'])) - now);
      waits.push(waitMs);
      if (waitMs > 0) expect(await limits.take([take], now + waitMs - 1)).toMatchObject({ key: 'a' });
      now += waitMs;
    }
    // A little was forgotten between the second and the third.
    expect(waits.map((ms) => ms / SECOND)).toEqual([0, 1, 1, 2, 4, 8, 10]);
    expect(await limits.take([take], now + 2 * HOUR)).toBeNull();
    expect(await limits.closedUntil(['a'])).toBeLessThanOrEqual(now + 2 * HOUR);
    await limits.clear('a');
    expect(await limits.closedUntil(['a'])).toBe(0);
  });

  test('what is refused by one key is counted on none', async () => {
    const limits = await open();
    const [one, other] = ['one', 'other'].map((key) => ({ key, limit: { burst: 1, everyMs: MINUTE } }));
    if (one === undefined || other === undefined) throw new Error('two keys');
    expect(await limits.take([other], NOON)).toBeNull();
    expect(await limits.take([one, other], NOON)).toEqual({ key: 'other', closedUntil: NOON + MINUTE });
    expect(await limits.take([one], NOON)).toBeNull();
  });

  test('of many who try at once no more get through than are allowed', async () => {
    const limits = await open();
    const takes = [
      { key: 'net', limit: { burst: 50, everyMs: MINUTE } },
      { key: 'account', limit: budget },
    ];
    const tries = await Promise.all(Array.from({ length: 20 }, () => limits.take(takes, NOON)));
    expect(tries.filter((refused) => refused === null)).toHaveLength(3);
  });
}

describe('limits in memory', () => exam(async () => memoryLimits()));

describe('limits in the store', () => {
  eachEngine((open) => {
    exam(async () => (await open()).limits);

    test('what has ended is removed, and never more than so many rows stay', async () => {
      const { limits } = await open();
      for (let row = 0; row < 10; row += 1) {
        await limits.take([{ key: `${row}`, limit: budget }], NOON + row * SECOND);
      }
      const closed = { key: 'closed', limit: { burst: 1, everyMs: HOUR } };
      await limits.take([closed], NOON);
      await limits.cleanUp(NOON + SECOND, 3);
      expect(await limits.closedUntil(['9'])).not.toBe(0);
      expect(await limits.closedUntil(['8', '1', '0'])).not.toBe(0);
      expect(await limits.closedUntil(['0', '1', '2', '3', '4', '5', '6', '7'])).toBe(0);
      expect(await limits.take([closed], NOON + SECOND)).toMatchObject({ key: 'closed' });
      await limits.cleanUp(NOON + 24 * HOUR);
      expect(await limits.closedUntil(['closed', '9'])).toBe(0);
    });

    test('[LOG-4] nodes share them', async () => {
      const store = await open();
      const log = { info() {}, error() {} };
      const node = () => openLimits({ shared: store.limits, secret: 'alike', log, now: () => NOON });
      const [one, other] = [node(), node()];
      const take = { key: one.keyFor('a', 1), limit: { burst: 1, everyMs: MINUTE } };
      expect(take.key).toBe(other.keyFor('a', 1));
      expect(await one.take([take], NOON)).toBeNull();
      expect(await other.take([take], NOON)).not.toBeNull();
    });
  });
});

describe('a node', () => {
  const take = { key: 'a', limit: { burst: 1, everyMs: MINUTE } };

  test('asks the store no more about what is closed until it opens', async () => {
    const clock = { at: NOON };
    let asked = 0;
    const shared = memoryLimits();
    const counting: LimitBackend = {
      ...shared,
      take: (takes, at) => {
        asked += 1;
        return shared.take(takes, at);
      },
    };
    const log = { info() {}, error() {} };
    const limits = openLimits({ shared: counting, secret: 'a test', log, now: () => clock.at });
    for (let time = 0; time < 1000; time += 1) await limits.take([take], NOON);
    expect(asked).toBe(2);
    clock.at += MINUTE;
    expect(await limits.take([take], clock.at)).toBeNull();
  });

  test('whose store does not answer goes on counting by the same rules, and says so once', async () => {
    const lost = () => Promise.reject(new Error('no store'));
    const shared = { take: lost, giveBack: lost, clear: lost, closedUntil: lost };
    const said: unknown[] = [];
    const log = { info() {}, error: (line: object) => void said.push(line) };
    const limits = openLimits({ shared, secret: 'a test', log, now: () => NOON });
    expect(await limits.take([take], NOON)).toBeNull();
    expect(await limits.take([take], NOON)).toMatchObject({ closedUntil: NOON + MINUTE });
    expect(said).toMatchObject([{ event: 'limits-not-shared' }]);
  });
});

test('what is remembered of strangers has an end', () => {
  const kept = lruCache<number>(3);
  for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) kept.set(key, index);
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual([3, undefined, 2, 4]);
});
