import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDueQueue } from './due-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function queueInto(came: string[]) {
  return openDueQueue(Date.now, (key) => came.push(`${key} at ${Date.now()}`));
}

test('each key comes at its own moment, the earliest first', () => {
  const came: string[] = [];
  using queue = queueInto(came);
  for (const [key, at] of [
    [1, 300],
    [2, 100],
    [3, 200],
    [4, 250],
    [5, 50],
  ] as const)
    queue.set(key, at);
  vi.advanceTimersByTime(1000);
  expect(came).toEqual(['5 at 50', '2 at 100', '3 at 200', '4 at 250', '1 at 300']);
});

test('a key that was moved comes once, at its last moment, and one taken back never', () => {
  const came: string[] = [];
  using queue = queueInto(came);
  queue.set(1, 100);
  queue.set(1, 400);
  queue.set(2, 200);
  queue.set(2, null);
  queue.set(3, 500);
  queue.set(3, 50);
  vi.advanceTimersByTime(1000);
  expect(came).toEqual(['3 at 50', '1 at 400']);
});

test('a key may come again, as it does for a reading after a reading', () => {
  const came: number[] = [];
  using queue = openDueQueue(Date.now, (key) => {
    came.push(Date.now());
    if (came.length < 4) queue.set(key, Date.now() + 100);
  });
  queue.set(7, 100);
  vi.advanceTimersByTime(10_000);
  expect(came).toEqual([100, 200, 300, 400]);
});

test('thousands of keys, moved again and again, each come once', () => {
  const came: number[] = [];
  using queue = openDueQueue(Date.now, (key) => came.push(key));
  for (let round = 1; round <= 8; round += 1) {
    for (let key = 0; key < 3000; key += 1) queue.set(key, round * 1000 + ((key * 7919) % 3000));
  }
  vi.advanceTimersByTime(20_000);
  expect(came.length).toBe(3000);
  expect(new Set(came).size).toBe(3000);
});

test('a queue that was closed stays silent', () => {
  const came: string[] = [];
  const queue = queueInto(came);
  queue.set(1, 100);
  queue[Symbol.dispose]();
  vi.advanceTimersByTime(1000);
  expect([came, vi.getTimerCount()]).toEqual([[], 0]);
});
