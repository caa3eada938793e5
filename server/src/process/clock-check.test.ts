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
  const clock = await openClock({ read, now: Date.now });
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

eachEngine((open, _newLocation, engine) => {
  test('[OPS-2] PostgreSQL has a clock of its own, SQLite does not', async () => {
    const { clock } = await open();
    const at = await clock.read();
    if (engine === 'SQLite') expect(at).toBeNull();
    else expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
