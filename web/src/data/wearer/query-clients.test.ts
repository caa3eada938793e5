import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-clients.ts';

afterEach(() => void vi.useRealTimers());

test('a call whose form is closed costs nothing while it waits, and what was typed is discarded within a second after it', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<void>();
  const observer = new MutationObserver(queryClient, {
    mutationFn: (_: { password: string }) => answer.promise,
  });
  const close = observer.subscribe(() => {});
  void observer.mutate({ password: 'Secret123!' });
  const looks = vi.spyOn(globalThis, 'setTimeout');
  close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks.mock.calls.length).toBeLessThan(20);
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
});
