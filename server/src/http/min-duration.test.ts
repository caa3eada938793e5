import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withMinDuration } from './min-duration.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['little work', async () => 'done'],
  ['work that fails', async () => Promise.reject(new Error('no'))],
])('[SUP-7] %s is answered no sooner than expensive work', async (_, work) => {
  let answered = false;
  const answer = withMinDuration(200, work).catch(() => 'failed');
  void answer.then(() => {
    answered = true;
  });
  await vi.advanceTimersByTimeAsync(199);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toBe(true);
});
