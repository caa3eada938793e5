import { SECOND } from '../shared/time-units.ts';
import { tooMany } from './problem-error.ts';

/** When this many calls wait, further ones are rejected: every response would be late. */
const MAX_WAITING = 200;

/** Runs at most `atOnce` tasks concurrently; the others wait in a queue. Throws `too-many-tries` when the queue is full. */
export function limitConcurrency(atOnce: number, mostWaiting = MAX_WAITING) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw tooMany(2 * SECOND);
      // A finished task passes its place on, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
