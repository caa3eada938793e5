import { type Change, defaultLamps } from '@tealight/contract';
import type { Reading } from '@tealight/glucose';
import { expect, test, vi } from 'vitest';
import { openGlow } from './glow.ts';
import type { GlowState } from './glow-state.ts';

/** An in-memory store that can be made to fail, and counts its queries. */
function failingStore() {
  const state = { fails: false, queries: 0, readings: [] as Reading[] };
  const answer = <T>(value: T): Promise<T> => {
    state.queries += 1;
    return state.fails ? Promise.reject(new Error('no answer')) : Promise.resolve(value);
  };
  let onChange: (wearerId: number, change: Change) => void = () => {};
  let onMissed = () => {};
  const store = {
    wearers: {
      byId: () => answer({ range: null, flash: { high: false, low: false }, palette: 'classic' as const }),
    },
    readings: { current: () => answer(state.readings) },
    lamps: { of: () => answer({ settings: defaultLamps, tryingSince: null }) },
    alarmEpisodes: { openOf: () => answer([]) },
    alarmSnoozes: { ofWearers: () => answer([]) },
  };
  const changes = {
    subscribe: (listener: typeof onChange) => {
      onChange = listener;
      return () => {};
    },
    onMissed: (listener: () => void) => {
      onMissed = listener;
      return () => {};
    },
  };
  return { state, store, changes, change: () => onChange(1, 'readings'), reportMissed: () => onMissed() };
}

const reading = (takenAt: number, mgdl: number): Reading => ({ takenAt, mgdl, trend: 'steady' });

test('a failing store is logged once; the last reading stays until it is stale, and readings return automatically', async () => {
  vi.useFakeTimers({ now: 0 });
  const { state, store, changes, change } = failingStore();
  const logged: object[] = [];
  const log = { debug() {}, info() {}, error() {}, warn: (line: object) => logged.push(line) };
  const glow = openGlow({ store, changes, log: log as never });
  const received: GlowState[] = [];
  state.readings = [reading(0, 100)];
  glow.watchGlow(1, (glowState) => received.push(glowState));
  await vi.advanceTimersByTimeAsync(1000);
  state.fails = true;
  change();
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect([received.map((glowState) => glowState.glow.value), logged.length]).toEqual([[100], 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(received.map((glowState) => glowState.glow.value)).toEqual([100, null]);
  state.fails = false;
  state.readings = [reading(Date.now(), 120)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(received.map((glowState) => glowState.glow.value)).toEqual([100, null, 120]);
  glow[Symbol.dispose]();
  vi.useRealTimers();
});

test('[OPS-2] after events between nodes were lost, the facts of all watched wearers are read again', async () => {
  const { state, store, changes, reportMissed } = failingStore();
  const glow = openGlow({ store, changes, log: console as never });
  const received: GlowState[] = [];
  glow.watchGlow(1, (glowState) => received.push(glowState));
  await vi.waitFor(() => expect(received.length).toBe(1));
  state.readings = [reading(Date.now(), 90)];
  reportMissed();
  await vi.waitFor(() => expect(received.at(-1)?.glow.value).toBe(90));
  glow[Symbol.dispose]();
});

test('[OPS-2] after events between nodes were lost, the facts of a wearer whom nobody watches are read again for the next call', async () => {
  const { state, store, changes, reportMissed } = failingStore();
  const glow = openGlow({ store, changes, log: console as never });
  expect((await glow.glowFor(1)).value).toBeNull();
  state.readings = [reading(Date.now(), 90)];
  expect((await glow.glowFor(1)).value).toBeNull();
  reportMissed();
  expect((await glow.glowFor(1)).value).toBe(90);
  glow[Symbol.dispose]();
});

test('known facts are not read again', async () => {
  const { state, store, changes } = failingStore();
  const glow = openGlow({ store, changes, log: console as never });
  await Promise.all([glow.glowFor(1), glow.glowFor(1), glow.readingsFor(1)]);
  await glow.glowFor(1);
  expect(state.queries).toBe(3);
  glow[Symbol.dispose]();
});

test('a failed evaluation for one wearer counts as no reading, does not affect others, and is repeated', async () => {
  vi.useFakeTimers({ now: 0 });
  const { state, store, changes, change } = failingStore();
  const logged: object[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (line: object) => logged.push(line) };
  const glow = openGlow({ store, changes, log: log as never });
  const received: GlowState[] = [];
  state.readings = [reading(0, 100)];
  glow.watchGlow(1, (glowState) => received.push(glowState));
  await vi.advanceTimersByTimeAsync(1000);
  state.readings = [null as never];
  change();
  await vi.advanceTimersByTimeAsync(1000);
  expect(received.map((glowState) => glowState.glow.value)).toEqual([100, null]);
  expect(logged).toMatchObject([{ event: 'glow-not-evaluated' }]);
  state.readings = [reading(1000, 120)];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(received.map((glowState) => glowState.glow.value)).toEqual([100, null, 120]);
  glow[Symbol.dispose]();
  vi.useRealTimers();
});
