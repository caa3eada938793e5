import { CLOCK_SKEW_MS, type Reading, trends } from '@tealight/glucose';
import { DAY, SECOND } from '../times.ts';

/** The fastest sensors measure once a minute: nearer than this, two readings are one that was told twice. */
export const ECHO_MS = 30 * SECOND;
/** Sensors show 20 to 600 mg/dL; what lies far outside was never measured. */
const MGDL = { least: 10, most: 1000 };

/**
 * The readings that can be true: whole numbers, not from the future and not from before the source's history.
 * One from ahead of its time is not lost: it is told again when its time has come. Oldest first, each moment once.
 */
export function believable(readings: readonly Reading[], { now, historyMs }: Span): Reading[] {
  const from = Math.max(1, now - historyMs - DAY);
  const until = now + CLOCK_SKEW_MS;
  const moments = new Map<number, Reading>();
  for (const reading of readings) {
    const { takenAt, mgdl } = reading;
    const possible = Number.isInteger(mgdl) && mgdl >= MGDL.least && mgdl <= MGDL.most;
    if (possible && Number.isInteger(takenAt) && takenAt >= from && takenAt <= until)
      moments.set(takenAt, trends.includes(reading.trend) ? reading : { ...reading, trend: 'unknown' });
  }
  return [...moments.values()].sort((a, b) => a.takenAt - b.takenAt);
}

type Span = { now: number; historyMs: number };

/** Those that are not told already: nothing that is known, or an earlier one of them, lies within seconds. Both sorted. */
export function unknownOf(readings: readonly Reading[], known: readonly number[]): Reading[] {
  const fresh: Reading[] = [];
  let next = 0;
  for (const reading of readings) {
    const { takenAt } = reading;
    while ((known[next] ?? Number.POSITIVE_INFINITY) < takenAt) next += 1;
    const before = Math.max(known[next - 1] ?? 0, fresh.at(-1)?.takenAt ?? 0);
    const after = known[next] ?? Number.POSITIVE_INFINITY;
    if (takenAt - before >= ECHO_MS && after - takenAt >= ECHO_MS) fresh.push(reading);
  }
  return fresh;
}
