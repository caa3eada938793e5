import { afterEach, expect, test, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const nobody = new AbortController().signal;

afterEach(() => void vi.useRealTimers());

test('work that takes too long is aborted', async () => {
  vi.useFakeTimers();
  const ended = expect(withDeadline(1000, nobody, never)).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
});

test('work ends with anyone who wanted it, also when they have gone before it began', async () => {
  const stop = new AbortController();
  const waiting = withDeadline(1000, stop.signal, never);
  stop.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const seen = await withDeadline(1000, stop.signal, async (signal) => signal.aborted);
  expect(seen).toBe(true);
});

test('no timer outlives its work, whether that went well or not', async () => {
  vi.useFakeTimers();
  expect(await withDeadline(1000, nobody, async () => 'done')).toBe('done');
  await withDeadline(1000, nobody, () => Promise.reject(new Error('no'))).catch(() => {});
  expect(vi.getTimerCount()).toBe(0);
});
