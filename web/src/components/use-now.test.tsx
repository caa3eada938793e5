import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetServerTime, noteServerTime } from '../data/server-clock.ts';
import { useNow } from './use-now.ts';

afterEach(() => {
  forgetServerTime();
  vi.useRealTimers();
});

test('ages on a page follow the server’s clock as soon as an answer tells it', () => {
  const server = Date.parse('2026-11-24T03:00:00Z');
  vi.useFakeTimers({ now: server + 10 * 60_000 });
  const { result } = renderHook(useNow);
  expect(result.current).toBe(server + 10 * 60_000);
  act(() => noteServerTime(new Response(null, { headers: { date: new Date(server).toUTCString() } })));
  expect(result.current).toBe(server);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe(server + 60_000);
});
