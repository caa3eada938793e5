import type { ConnectionStatus, ShownReading } from '@tealight/contract';
import { isStale } from '@tealight/glucose';

export type Readings = {
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
 * What of the readings holds. Without current data, by the server's word or because the reading has grown old
 * while nobody could be asked, current and previous are blank.
 */
export function currentOf(
  readings: Readings | undefined,
  status: ConnectionStatus['status'],
  now: number,
): Current {
  const { currentCgmReading: reading = null, previousCgmReading: previous = null } = readings ?? {};
  const holds = status === 'allGood' && reading !== null && !reading.stale;
  if (holds && !isStale(Date.parse(reading.time), now)) return { current: reading, previous, last: null };
  return { current: null, previous: null, last: reading };
}

/** Whether only the wearer can mend the connection: then it is told while the last reading is still current. */
export const needsWearer = ({ remedy }: ConnectionStatus): boolean => remedy !== null && remedy !== 'wait';
