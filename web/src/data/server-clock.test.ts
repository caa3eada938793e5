import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetServerTime, noteServerTime, onServerTimeJump, serverNow } from './server-clock.ts';

const MINUTE = 60_000;
const SERVER = Date.parse('2026-11-24T03:00:00Z');

/** An answer that was on its way for so long, to a browser whose clock is so far ahead of the server's. */
function answer(browserAheadMs: number, delayMs = 0): void {
  vi.setSystemTime(SERVER + browserAheadMs + delayMs);
  noteServerTime(new Response(null, { headers: { date: new Date(SERVER).toUTCString() } }));
}

beforeEach(() => {
  vi.useFakeTimers();
  forgetServerTime();
});
afterEach(() => {
  forgetServerTime();
  vi.useRealTimers();
});

describe('the time on a page', () => {
  test.each([
    ['10 minutes fast', 10 * MINUTE],
    ['10 minutes slow', -10 * MINUTE],
    ['a day slow', -24 * 60 * MINUTE],
  ])('is the server’s where the browser’s clock is %s', (_, ahead) => {
    answer(ahead);
    expect(serverNow()).toBe(SERVER);
  });

  test('is the browser’s where the two agree, and before any answer', () => {
    vi.setSystemTime(SERVER);
    expect(serverNow()).toBe(SERVER);
    answer(900);
    expect(serverNow()).toBe(SERVER + 900);
    noteServerTime(new Response(null));
    expect(serverNow()).toBe(SERVER + 900);
  });

  test('is not set back by one answer that was on its way for minutes: an old reading must not look fresh', () => {
    answer(0);
    answer(0, 10 * MINUTE);
    expect(serverNow()).toBe(SERVER + 10 * MINUTE);
  });

  test('reaches everything that shows ages as soon as it is known', () => {
    const jumps: number[] = [];
    const unsubscribe = onServerTimeJump(() => jumps.push(serverNow()));
    answer(900);
    answer(-10 * MINUTE);
    unsubscribe();
    forgetServerTime();
    answer(-10 * MINUTE);
    expect(jumps).toEqual([SERVER]);
  });

  test('follows a clock that somebody has set', () => {
    answer(-10 * MINUTE);
    for (let count = 0; count < 5; count += 1) answer(0);
    expect(serverNow()).toBe(SERVER);
  });
});
