import { expect, onTestFinished, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import { openClock } from './clock-check.ts';

const START = Date.UTC(2026, 10, 22);

/** A node with a clock that is `behindMs` behind the database's. `roundTripsMs`: of the network, one for each query. */
async function node(behindMs: number, roundTripsMs: readonly number[] = [4]) {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  const database = { behindMs, roundTrips: [...roundTripsMs], down: false };
  const read = async () => {
    const roundTrip =
      database.roundTrips.length > 1 ? (database.roundTrips.shift() ?? 0) : (database.roundTrips[0] ?? 0);
    if (database.down) throw new Error('down');
    vi.setSystemTime(Date.now() + roundTrip / 2);
    const at = Date.now() + database.behindMs;
    vi.setSystemTime(Date.now() + roundTrip / 2);
    return at;
  };
  const clock = await openClock({ read, now: Date.now, monotonic: Date.now });
  onTestFinished(() => clock[Symbol.dispose]());
  return { clock, database };
}

test.each([8000, -8000])('[OPS-2] a clock that differs by %i ms is corrected', async (behindMs) => {
  const { clock } = await node(behindMs);
  expect(clock.now() - Date.now()).toBe(behindMs);
  await expect(clock.check()).resolves.toBeUndefined();
});

test('the fastest of three answers counts, and a difference within the network’s delay is ignored', async () => {
  expect((await node(8000, [3000, 2, 900])).clock.offsetMs).toBe(8000);
  expect((await node(400, [3000, 2000, 900])).clock.offsetMs).toBe(0);
  expect((await node(30)).clock.offsetMs).toBe(0);
});

test('[OPS-2] a clock that differs by more than 10 s is a problem until it is corrected', async () => {
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

test('[OPS-2] a clock that is set is corrected at once, and measured again', async () => {
  const database = { at: START, isDown: false, reads: 0 };
  const local = { at: START, monotonic: 500 };
  const read = async () => {
    database.reads += 1;
    if (database.isDown) throw new Error('down');
    return database.at;
  };
  const clock = await openClock({ read, now: () => local.at, monotonic: () => local.monotonic });
  onTestFinished(() => clock[Symbol.dispose]());
  const pass = (ms: number, set = 0) => {
    database.at += ms;
    local.monotonic += ms;
    local.at += ms + set;
  };
  pass(5000, 300);
  expect(clock.now()).toBe(local.at);
  const { reads } = database;
  database.isDown = true;
  pass(1000, 90_000);
  expect(Math.abs(clock.now() - database.at)).toBeLessThan(400);
  await vi.waitFor(() => expect(database.reads).toBe(reads + 3));
  pass(1000);
  expect(Math.abs(clock.now() - database.at)).toBeLessThan(400);
  database.isDown = false;
  await vi.waitFor(() => {
    clock.now();
    expect(clock.offsetMs).toBe(database.at - local.at);
  });
  await expect(clock.check()).rejects.toThrow('behind');
  pass(1000, -90_300);
  expect(clock.now()).toBe(database.at);
  await vi.waitFor(async () => expect(clock.check()).resolves.toBeUndefined());
});

test('[OPS-2] an answer during which the clock was set back does not count', async () => {
  const local = { at: START };
  const read = async () => {
    local.at = START - 60_000;
    return START;
  };
  const clock = await openClock({ read, now: () => local.at, monotonic: () => 0 });
  onTestFinished(() => clock[Symbol.dispose]());
  expect(clock.offsetMs).toBe(60_000);
});

eachEngine((open, _newLocation, engine) => {
  test('[OPS-2] PostgreSQL has a clock of its own, SQLite does not', async () => {
    const { clock } = await open();
    const at = await clock.read();
    if (engine === 'SQLite') expect(at).toBeNull();
    else expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
