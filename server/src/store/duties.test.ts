import { expect, test } from 'vitest';
import { eachEngine } from '../../test/engines.ts';

eachEngine((open) => {
  test('[OPS-2] a duty has one node at a time, and another takes over when it dies or gives it back', async () => {
    const { duties } = await open();
    const take = (node: string, now: number) => duties.take('mqtt', node, { now, until: now + 30 });
    expect([await take('one', 0), await take('other', 10)]).toEqual([true, false]);
    expect([await take('one', 20), await take('other', 40)]).toEqual([true, false]);
    expect([await take('other', 50), await take('one', 51)]).toEqual([true, false]);
    await duties.drop('mqtt', 'one');
    expect(await take('one', 52)).toBe(false);
    await duties.drop('mqtt', 'other');
    expect(await take('one', 53)).toBe(true);
  });
});
