import type { ConnectionStatus, ShownReading } from '@tealight/contract';
import { isStale } from '@tealight/glucose';

type Readings = {
  currentCgmReading: ShownReading | null;
  previousCgmReading: ShownReading | null;
};

/** The readings that may be shown as current at `now`, and the last one that is known where none may. */
export type Current = {
  current: ShownReading | null;
  previous: ShownReading | null;
  last: ShownReading | null;
};

/**
 * The readings to show. When the server reports no current data, or the reading is stale because the server cannot be
 * reached, `current` and `previous` are null.
 */
export function currentOf(
  readings: Readings | undefined,
  status: ConnectionStatus['status'],
  now: number,
): Current {
  const { currentCgmReading: reading = null, previousCgmReading: previous = null } = readings ?? {};
  const isValid = status === 'allGood' && reading !== null && !reading.stale;
  if (isValid && !isStale(Date.parse(reading.time), now)) return { current: reading, previous, last: null };
  return { current: null, previous: null, last: reading };
}
