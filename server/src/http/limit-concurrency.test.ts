import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

function works() {
  const open: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => open.push(resolve));
    running -= 1;
  };
  const endOne = async () => {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { work, endOne, most: () => most };
}

test('the number of concurrent tasks is limited, and each gets its turn', async () => {
  const { work, endOne, most } = works();
  const turn = limitConcurrency(2);
  const all = Promise.all(Array.from({ length: 7 }, () => turn(work)));
  for (let time = 0; time < 7; time += 1) await endOne();
  await all;
  expect(most()).toBe(2);
});

test('a task that fails makes room for the next', async () => {
  const turn = limitConcurrency(1);
  const failing = turn(() => Promise.reject(new Error('no')));
  const next = turn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await turn(async () => 'again')).toBe('again');
});

test('when too many tasks wait, another is rejected with a time to retry', async () => {
  const { work, endOne } = works();
  const turn = limitConcurrency(1, 1);
  const first = turn(work);
  const second = turn(work);
  await expect(turn(work)).rejects.toMatchObject({ code: 'too-many-tries', retryAfterMs: 2000 });
  await endOne();
  await endOne();
  await Promise.all([first, second]);
});
