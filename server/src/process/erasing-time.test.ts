import { expect, onTestFinished, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { DAY, HOUR, MINUTE } from '../shared/time-units.ts';
import { openErasingTime } from './erasing-time.ts';

const START = Date.UTC(2026, 10, 22);

type Machine = { notedAt: number | null; aheadMs?: number; isStoreDown?: boolean };

/** A machine that has just been started, with the time that was noted before; its clock is `aheadMs` ahead. */
async function machine({ notedAt, aheadMs = 0, isStoreDown = false }: Machine) {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  const state = { aheadMs, notedAt, isClockWrong: false, isStoreDown };
  const lines: object[] = [];
  const write = (line: object) => void lines.push(line);
  const erasingTime = openErasingTime({
    clock: {
      now: () => Date.now() + state.aheadMs,
      check: async () => {
        if (state.isClockWrong) throw new Error('The clock differs');
      },
    },
    checks: {
      async notedTime() {
        if (state.isStoreDown) throw new Error('down');
        return state.notedAt;
      },
      async noteTime(now) {
        state.notedAt = now;
      },
    },
    log: { info: write, warn: write, error: write },
    monotonic: () => Date.now() - START,
  });
  onTestFinished(() => erasingTime[Symbol.dispose]());
  await vi.advanceTimersByTimeAsync(0);
  return { state, lines, erasingTime };
}

test('[OPS-2] the time is noted, and by it data may be erased', async () => {
  const { state, erasingTime, lines } = await machine({ notedAt: START - 5 * MINUTE });
  expect(await erasingTime.now()).toBe(START);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(await erasingTime.now()).toBe(Date.now());
  expect(Date.now() - (state.notedAt ?? 0)).toBeLessThanOrEqual(10 * MINUTE);
  expect(lines).toEqual([]);
});

test('[OPS-2] a new installation, and a clock that was set back, may erase', async () => {
  expect(await (await machine({ notedAt: null })).erasingTime.now()).toBe(START);
  expect(await (await machine({ notedAt: START + 40 * DAY })).erasingTime.now()).toBe(START);
});

test('[OPS-2] nothing is erased by a clock that is 40 days ahead at the start, and the noted time stays', async () => {
  const notedAt = START - HOUR;
  const { state, erasingTime, lines } = await machine({ notedAt, aheadMs: 40 * DAY });
  await vi.advanceTimersByTimeAsync(50 * MINUTE);
  expect([await erasingTime.now(), state.notedAt]).toEqual([null, notedAt]);
  state.aheadMs = 0;
  expect(await erasingTime.now()).toBe(Date.now());
  expect(lines).toEqual([
    expect.objectContaining({ event: 'erasing-paused' }),
    { event: 'recovered', from: 'erasing-paused' },
  ]);
});

test('[OPS-2] nothing is erased by a clock that jumps ahead while the server runs', async () => {
  const { state, erasingTime } = await machine({ notedAt: START });
  await vi.advanceTimersByTimeAsync(5 * HOUR);
  state.aheadMs = 40 * DAY;
  expect(await erasingTime.now()).toBe(null);
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  state.aheadMs = 80 * DAY;
  await vi.advanceTimersByTimeAsync(40 * MINUTE);
  expect(await erasingTime.now()).toBe(null);
});

test('[OPS-2] a server that was off for a month erases once its clock has stayed the same for an hour', async () => {
  const { state, erasingTime } = await machine({ notedAt: START - 30 * DAY });
  expect(await erasingTime.now()).toBe(null);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(await erasingTime.now()).toBe(Date.now());
  expect(state.notedAt).toBeGreaterThan(START);
});

test('[OPS-2] nothing is erased while the clock differs from the database’s, or the noted time is not known', async () => {
  const { state, erasingTime } = await machine({ notedAt: START });
  state.isClockWrong = true;
  expect(await erasingTime.now()).toBe(null);
  state.isClockWrong = false;
  expect(await erasingTime.now()).toBe(START);
  const other = await machine({ notedAt: START, isStoreDown: true });
  expect(await other.erasingTime.now()).toBe(null);
  other.state.isStoreDown = false;
  expect(await other.erasingTime.now()).toBe(START);
});

eachEngine((open) => {
  test('[OPS-2] the time of the last health check counts until another was noted', async () => {
    const { checks } = await open();
    expect(await checks.notedTime()).toBe(null);
    await checks.write(START);
    expect(await checks.notedTime()).toBe(START);
    await checks.noteTime(START + HOUR);
    await checks.write(START + DAY);
    expect(await checks.notedTime()).toBe(START + HOUR);
  });
});
