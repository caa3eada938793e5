import { setImmediate as nextRound } from 'node:timers/promises';
import type { Reading } from '@tealight/glucose';
import { ECHO_MS, unknownOf } from './sift.ts';

/** Readings a step: looking them up and writing them takes a few milliseconds, and others are served in between. */
const STEP = 500;

type Store = {
  /** Moments (epoch ms, oldest first) of stored readings that these could repeat. */
  known(readings: readonly Reading[]): Promise<readonly number[]>;
  /** Writes new readings, newest first, and returns how many of them were not there yet. */
  keep(readings: readonly Reading[]): Promise<number>;
};

/**
 * Writes the readings that are new, the newest first, so that a dashboard is current before a history is complete.
 * The last of them are left in `rest`, to be written together with how the connection stands.
 *
 * Returns  `fresh`: all new readings, oldest first. `moments`: those near the newest, known and new, oldest first.
 */
export async function writeNew(readings: readonly Reading[], { known, keep }: Store) {
  const steps: Reading[][] = [];
  let moments: number[] | null = null;
  let rest: Reading[] = [];
  let kept = 0;
  let later = Number.POSITIVE_INFINITY;
  for (let end = readings.length; end > 0; end -= STEP) {
    if (rest.length > 0) {
      kept += await keep(rest);
      await nextRound();
    }
    const some = readings.slice(Math.max(0, end - STEP), end);
    const stored = await known(some);
    const fresh = unknownOf(some, stored).filter(({ takenAt }) => later - takenAt >= ECHO_MS);
    later = fresh[0]?.takenAt ?? later;
    moments ??= [...stored, ...fresh.map(({ takenAt }) => takenAt)].sort((a, b) => a - b);
    steps.push(fresh);
    rest = fresh.toReversed();
  }
  return { fresh: steps.reverse().flat(), moments: moments ?? [], rest, kept };
}
