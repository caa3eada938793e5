import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../shared/store-errors.ts';
import { HOUR, MINUTE } from '../shared/time-units.ts';
import { openRetention } from './retention.ts';

/** A history with this many batches to erase; fails when negative. */
function historyWith(batches: number) {
  const erased: (number | undefined)[] = [];
  const history = {
    async eraseOld(_: number, wearerId?: number): Promise<boolean> {
      erased.push(wearerId);
      if (batches < 0) throw new Error('the store does not answer');
      batches -= 1;
      return batches > 0;
    },
  };
  const logged: object[] = [];
  const write = (line: object) => void logged.push(line);
  const log = { error: write, warn: write, info: write };
  return { erased, logged, dependencies: { history, log, now: () => 0 } };
}

test('[DASH-7] old readings are erased soon after the start, and then every hour', async () => {
  vi.useFakeTimers();
  const { erased, dependencies } = historyWith(1);
  await using _ = openRetention(dependencies);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(erased).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(erased).toHaveLength(3);
  vi.useRealTimers();
});

test('[DASH-7] one wearer’s old readings are all erased at once', async () => {
  const { erased, dependencies } = historyWith(3);
  await using retention = openRetention(dependencies);
  await retention.eraseFor(7);
  expect(erased).toEqual([7, 7, 7]);
});

test('[OPS-2] nothing is erased while the clock may be wrong', async () => {
  const { erased, dependencies } = historyWith(3);
  await using retention = openRetention({ ...dependencies, now: async () => null });
  await retention.eraseFor(7);
  expect(erased).toEqual([]);
});

test.each([
  { write: async () => {}, logged: 1, what: 'logged while the store accepts changes' },
  { write: () => Promise.reject(new Error('down')), logged: 0, what: 'left to the health checks otherwise' },
])('[OPS-3] a statement that takes too long is $what', async ({ write, logged: count }) => {
  vi.useFakeTimers();
  const { logged, dependencies } = historyWith(1);
  const history = { eraseOld: () => Promise.reject(new StoreUnavailable('slow')) };
  await using _ = openRetention({ ...dependencies, history, write });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(logged).toHaveLength(count);
  vi.useRealTimers();
});

test('an error of the store is logged, and the next run tries again', async () => {
  vi.useFakeTimers();
  const { erased, logged, dependencies } = historyWith(-1);
  await using _ = openRetention(dependencies);
  await vi.advanceTimersByTimeAsync(2 * HOUR + MINUTE);
  expect(erased).toHaveLength(3);
  expect(logged[0]).toMatchObject({ event: 'retention-failed' });
  vi.useRealTimers();
});
