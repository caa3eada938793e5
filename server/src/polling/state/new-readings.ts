import { CLOCK_SKEW_MS, type Reading, trends } from '@tealight/glucose';
import { DAY, SECOND } from '../../shared/time-units.ts';

/** The fastest sensors measure once a minute: two readings that are closer than this are the same one. */
export const DUPLICATE_WITHIN_MS = 30 * SECOND;
/** Sensors show 20 to 600 mg/dL; values far beyond that were never measured. */
const MGDL = { least: 10, most: 1000 };

/**
 * The readings that can be real: whole numbers, not from the future and not older than the source's history. A
 * reading from the future is not lost: the source sends it again when its time has come. Oldest first, one for each
 * time.
 */
export function validReadings(
  readings: readonly Reading[],
  { now, historyMs }: { now: number; historyMs: number },
): Reading[] {
  const from = Math.max(1, now - historyMs - DAY);
  const until = now + CLOCK_SKEW_MS;
  const byTime = new Map<number, Reading>();
  for (const reading of readings) {
    const { takenAt, mgdl } = reading;
    const isPossible = Number.isInteger(mgdl) && mgdl >= MGDL.least && mgdl <= MGDL.most;
    if (isPossible && Number.isInteger(takenAt) && takenAt >= from && takenAt <= until)
      byTime.set(takenAt, trends.includes(reading.trend) ? reading : { ...reading, trend: 'unknown' });
  }
  return [...byTime.values()].sort((a, b) => a.takenAt - b.takenAt);
}

/** Leaves out duplicates: readings close to a known time, or to an earlier reading among them. Both sorted. */
export function newReadings(readings: readonly Reading[], knownTimes: readonly number[]): Reading[] {
  const fresh: Reading[] = [];
  let next = 0;
  for (const reading of readings) {
    const { takenAt } = reading;
    while ((knownTimes[next] ?? Number.POSITIVE_INFINITY) < takenAt) next += 1;
    const before = Math.max(knownTimes[next - 1] ?? 0, fresh.at(-1)?.takenAt ?? 0);
    const after = knownTimes[next] ?? Number.POSITIVE_INFINITY;
    if (takenAt - before >= DUPLICATE_WITHIN_MS && after - takenAt >= DUPLICATE_WITHIN_MS)
      fresh.push(reading);
  }
  return fresh;
}
