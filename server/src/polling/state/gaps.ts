import type { Reading } from '@tealight/glucose';
import type { Rhythm } from '@tealight/sources';
import { HOUR } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import { expectedAt, periodOf } from '../schedule/rhythm.ts';
import type { Gap, PollMemory } from './poll-memory.ts';

/** How long after a gap late readings may still fill it. */
const GAP_FILL_MS = HOUR;

type Gaps = Pick<PollMemory, 'gap' | 'laterGap'>;

/** The gaps that late readings may still fill, the first first. */
export const openGaps = ({ gap, laterGap = null }: Gaps, now: number): Gap[] =>
  [gap, laterGap].filter((one) => one !== null).filter(({ until }) => now < until);

/**
 * The gaps after an answer. Each has its hour: one more while one is open counts from the first of those that have
 * followed it, so that a sensor that loses readings all the time does not make polls read ever more.
 */
export function gapsAfter(
  newReadings: readonly Reading[],
  polled: { connection: Connection; memory: PollMemory; now: number; rhythm: Rhythm },
): Gaps {
  const { memory, now } = polled;
  const [gap = null, laterGap = null] = openGaps(memory, now);
  const from = newGapFrom(newReadings, polled);
  if (from === null) return { gap, laterGap };
  const until = now + GAP_FILL_MS;
  return gap === null
    ? { gap: { from, until }, laterGap: null }
    : { gap, laterGap: { from: laterGap?.from ?? from, until } };
}

/** The last reading before the first gap: before the new readings, or between two of them. Null: there is none. */
function newGapFrom(
  newReadings: readonly Reading[],
  { connection, memory, rhythm }: { connection: Connection; memory: PollMemory; rhythm: Rhythm },
): number | null {
  const last = connection.lastReadingAt;
  if (last === null) return null;
  const period = periodOf(memory.learned, rhythm);
  let [from, expected] = [last, expectedAt(memory.learned, rhythm) ?? last];
  for (const { takenAt } of newReadings) {
    if (takenAt <= last) continue;
    if (takenAt > expected + period / 2) return from;
    [from, expected] = [takenAt, takenAt + period];
  }
  return null;
}
