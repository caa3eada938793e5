import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDueQueue } from './due-queue.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function queueInto(called: string[]) {
  return openDueQueue(Date.now, (key) => called.push(`${key} at ${Date.now()}`));
}

test('each key is called at its time, the earliest first', () => {
  const called: string[] = [];
  using queue = queueInto(called);
  for (const [key, at] of [
    [1, 300],
    [2, 100],
    [3, 200],
    [4, 250],
    [5, 50],
  ] as const)
    queue.set(key, at);
  vi.advanceTimersByTime(1000);
  expect(called).toEqual(['5 at 50', '2 at 100', '3 at 200', '4 at 250', '1 at 300']);
});

test('a rescheduled key is called once, at its last time, and a removed one never', () => {
  const called: string[] = [];
  using queue = queueInto(called);
  queue.set(1, 100);
  queue.set(1, 400);
  queue.set(2, 200);
  queue.set(2, null);
  queue.set(3, 500);
  queue.set(3, 50);
  vi.advanceTimersByTime(1000);
  expect(called).toEqual(['3 at 50', '1 at 400']);
});

test('a key can be set again while it is called', () => {
  const called: number[] = [];
  using queue = openDueQueue(Date.now, (key) => {
    called.push(Date.now());
    if (called.length < 4) queue.set(key, Date.now() + 100);
  });
  queue.set(7, 100);
  vi.advanceTimersByTime(10_000);
  expect(called).toEqual([100, 200, 300, 400]);
});

test('thousands of keys that are rescheduled several times are each called once', () => {
  const called: number[] = [];
  using queue = openDueQueue(Date.now, (key) => called.push(key));
  for (let round = 1; round <= 8; round += 1) {
    for (let key = 0; key < 3000; key += 1) queue.set(key, round * 1000 + ((key * 7919) % 3000));
  }
  vi.advanceTimersByTime(20_000);
  expect(called.length).toBe(3000);
  expect(new Set(called).size).toBe(3000);
});

test('a clock that is set back makes no key wait longer', () => {
  const called: number[] = [];
  using queue = openDueQueue(Date.now, (key) => called.push(key));
  queue.set(1, 1000);
  vi.setSystemTime(-3_600_000);
  vi.advanceTimersByTime(1000);
  expect(called).toEqual([1]);
});

test('a disposed queue calls nothing', () => {
  const called: string[] = [];
  const queue = queueInto(called);
  queue.set(1, 100);
  queue[Symbol.dispose]();
  vi.advanceTimersByTime(1000);
  expect([called, vi.getTimerCount()]).toEqual([[], 0]);
});
