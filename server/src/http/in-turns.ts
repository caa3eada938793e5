import { SECOND } from '../shared/time-units.ts';
import { tooMany } from './problem-error.ts';

/** Who comes when this many wait is sent away: their answer would be late for everybody. */
const MOST_WAITING = 200;

/** Runs at most `atOnce` works at a time; the others wait in a row. Throws `too-many-tries` when the row is too long. */
export function oneAtATime(atOnce: number, mostWaiting = MOST_WAITING) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw tooMany(2 * SECOND);
      // Anyone who ends hands the place on, so `running` stays as it is.
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
