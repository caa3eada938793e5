import { expect, onTestFinished, test, vi } from 'vitest';
import { eachEngine } from '../test/engines.ts';
import { openClock } from './clock.ts';

const START = Date.UTC(2026, 10, 22);

/** A node whose clock is `behindMs` behind the database's, and a network that takes its time. */
async function node(behindMs: number, waysMs: readonly number[] = [4]) {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  const database = { behindMs, ways: [...waysMs], down: false };
  const read = async () => {
    const way = database.ways.length > 1 ? (database.ways.shift() ?? 0) : (database.ways[0] ?? 0);
    if (database.down) throw new Error('down');
    vi.setSystemTime(Date.now() + way / 2);
    const at = Date.now() + database.behindMs;
    vi.setSystemTime(Date.now() + way / 2);
    return at;
  };
  const clock = await openClock({ read, now: Date.now });
  onTestFinished(() => clock[Symbol.dispose]());
  return { clock, database };
}

test.each([8000, -8000])('[OPS-2] a clock that differs by %i ms is corrected', async (behindMs) => {
  const { clock } = await node(behindMs);
  expect(clock.now() - Date.now()).toBe(behindMs);
  await expect(clock.check()).resolves.toBeUndefined();
});

test('the quickest of three answers counts, and what a slow network cannot tell is no difference', async () => {
  expect((await node(8000, [3000, 2, 900])).clock.offsetMs).toBe(8000);
  expect((await node(400, [3000, 2000, 900])).clock.offsetMs).toBe(0);
  expect((await node(30)).clock.offsetMs).toBe(0);
});

test('[OPS-2] a clock that differs by more than 10 s is a problem until it is right', async () => {
  const { clock, database } = await node(12_000);
  await expect(clock.check()).rejects.toThrow('12000 ms behind');
  await vi.advanceTimersByTimeAsync(180_000);
  await expect(clock.check()).rejects.toThrow('12000 ms behind');
  database.down = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(clock.check()).rejects.toThrow('12000 ms behind');
  Object.assign(database, { down: false, behindMs: 5 });
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(clock.check()).resolves.toBeUndefined();
});

eachEngine((open, _newPlace, engine) => {
  test('[OPS-2] only a database of its own machine has a clock of its own', async () => {
    const { clock } = await open();
    const at = await clock.read();
    if (engine === 'SQLite') expect(at).toBeNull();
    else expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
