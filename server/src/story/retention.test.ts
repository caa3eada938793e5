import { expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '../times.ts';
import { openRetention } from './retention.ts';

/** A history in which so many pieces are too old. */
function aged(pieces: number) {
  const erased: (number | undefined)[] = [];
  const history = {
    async eraseOld(_: number, wearerId?: number): Promise<boolean> {
      erased.push(wearerId);
      if (pieces < 0) throw new Error('the store does not answer');
      pieces -= 1;
      return pieces > 0;
    },
  };
  const logged: object[] = [];
  const log = { error: (line: object) => void logged.push(line) };
  return { erased, logged, parts: { history, log, now: () => 0 } };
}

test('[DASH-7] old readings are erased soon after the start, and then every hour', async () => {
  vi.useFakeTimers();
  const { erased, parts } = aged(1);
  await using _ = openRetention(parts);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(erased).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(erased).toHaveLength(3);
  vi.useRealTimers();
});

test('[DASH-7] one wearer’s old readings are erased at once, to the last piece', async () => {
  const { erased, parts } = aged(3);
  await using retention = openRetention(parts);
  await retention.eraseFor(7);
  expect(erased).toEqual([7, 7, 7]);
});

test('a store that does not answer is said in the log, and asked again', async () => {
  vi.useFakeTimers();
  const { erased, logged, parts } = aged(-1);
  await using _ = openRetention(parts);
  await vi.advanceTimersByTimeAsync(2 * HOUR + MINUTE);
  expect(erased).toHaveLength(3);
  expect(logged[0]).toMatchObject({ event: 'retention-failed' });
  vi.useRealTimers();
});
