import { expect, test } from 'vitest';
import { eachEngine } from '../../../test/engines.ts';

eachEngine((open) => {
  test('[OPS-2] one node at a time holds a leader lock, and another gets it when it expires or is released', async () => {
    const { leaderLocks } = await open();
    const acquire = (node: string, now: number) =>
      leaderLocks.acquire('mqtt', node, { now, until: now + 30, latest: now + 60 });
    expect([await acquire('one', 0), await acquire('other', 10)]).toEqual([true, false]);
    expect([await acquire('one', 20), await acquire('other', 40)]).toEqual([true, false]);
    expect([await acquire('other', 50), await acquire('one', 51)]).toEqual([true, false]);
    await leaderLocks.release('mqtt', 'one');
    expect(await acquire('one', 52)).toBe(false);
    await leaderLocks.release('mqtt', 'other');
    expect(await acquire('one', 53)).toBe(true);
  });

  test('[OPS-2] the lock of a node whose clock was ahead is acquired by another one', async () => {
    const { leaderLocks } = await open();
    const acquire = (node: string, now: number) =>
      leaderLocks.acquire('mqtt', node, { now, until: now + 30, latest: now + 60 });
    expect([await acquire('ahead', 3_600_000), await acquire('other', 10)]).toEqual([true, true]);
    // A difference within the tolerance is no reason to take it.
    expect([await acquire('other', 40), await acquire('one', 12)]).toEqual([true, false]);
  });
});
