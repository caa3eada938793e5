import { type Change, defaultLamps } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import { expect, test, vi } from 'vitest';
import { openGlow } from './glow.ts';
import type { Told } from './told.ts';

/** A store in memory that can be made to fail, and counts how often it is asked. */
function shakyStore() {
  const state = { fails: false, asked: 0, readings: [] as Reading[] };
  const answer = <T>(value: T): Promise<T> => {
    state.asked += 1;
    return state.fails ? Promise.reject(new Error('no answer')) : Promise.resolve(value);
  };
  let heard: (wearerId: number, change: Change) => void = () => {};
  let missed = () => {};
  const store = {
    wearers: {
      byId: () => answer({ range: null, flash: { high: false, low: false }, palette: 'classic' as const }),
    },
    readings: { latest: () => answer(state.readings) },
    lamps: { of: () => answer({ settings: defaultLamps, tryingSince: null }) },
  };
  const changes = {
    listen: (listener: typeof heard) => {
      heard = listener;
      return () => {};
    },
    onMissed: (listener: () => void) => {
      missed = listener;
      return () => {};
    },
  };
  return { state, store, changes, change: () => heard(1, 'readings'), miss: () => missed() };
}

const reading = (takenAt: number, mgdl: number): Reading => ({ takenAt, mgdl, trend: 'steady' });

test('a store that fails is said once; the last reading stays until it is stale, and comes back by itself', async () => {
  vi.useFakeTimers({ now: 0 });
  const { state, store, changes, change } = shakyStore();
  const said: object[] = [];
  const log = { debug() {}, info() {}, error() {}, warn: (line: object) => said.push(line) };
  const glow = openGlow({ store, changes, log: log as never });
  const seen: Told[] = [];
  state.readings = [reading(0, 100)];
  glow.watchGlow(1, (told) => seen.push(told));
  await vi.advanceTimersByTimeAsync(1000);
  state.fails = true;
  change();
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect([seen.map((told) => told.glow.value), said.length]).toEqual([[100], 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.map((told) => told.glow.value)).toEqual([100, null]);
  state.fails = false;
  state.readings = [reading(Date.now(), 120)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.map((told) => told.glow.value)).toEqual([100, null, 120]);
  glow[Symbol.dispose]();
  vi.useRealTimers();
});

test('[OPS-2] after notices between nodes were lost, everything watched is asked for again', async () => {
  const { state, store, changes, miss } = shakyStore();
  const glow = openGlow({ store, changes, log: console as never });
  const seen: Told[] = [];
  glow.watchGlow(1, (told) => seen.push(told));
  await vi.waitFor(() => expect(seen.length).toBe(1));
  state.readings = [reading(Date.now(), 90)];
  miss();
  await vi.waitFor(() => expect(seen.at(-1)?.glow.value).toBe(90));
  glow[Symbol.dispose]();
});

test('what is known is not asked for again', async () => {
  const { state, store, changes } = shakyStore();
  const glow = openGlow({ store, changes, log: console as never });
  await Promise.all([glow.glowFor(1), glow.glowFor(1), glow.readingsFor(1)]);
  await glow.glowFor(1);
  expect(state.asked).toBe(3);
  glow[Symbol.dispose]();
});

test('what cannot be evaluated for one wearer counts as no reading, ends nothing for others, and is read again', async () => {
  vi.useFakeTimers({ now: 0 });
  const { state, store, changes, change } = shakyStore();
  const said: object[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (line: object) => said.push(line) };
  const glow = openGlow({ store, changes, log: log as never });
  const seen: Told[] = [];
  state.readings = [reading(0, 100)];
  glow.watchGlow(1, (told) => seen.push(told));
  await vi.advanceTimersByTimeAsync(1000);
  state.readings = [null as never];
  change();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.map((told) => told.glow.value)).toEqual([100, null]);
  expect(said).toMatchObject([{ event: 'glow-not-evaluated' }]);
  state.readings = [reading(1000, 120)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.map((told) => told.glow.value)).toEqual([100, null, 120]);
  glow[Symbol.dispose]();
  vi.useRealTimers();
});
