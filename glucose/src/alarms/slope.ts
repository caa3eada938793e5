import { MINUTE_MS } from '../series/period.ts';
import type { AlarmReading } from './alarm-readings.ts';

const SPAN_MS = 10 * MINUTE_MS;
const FEWEST = 3;
/** One reading of a five-minute sensor may be late, none may be missing. */
const MAX_GAP_MS = 6.5 * MINUTE_MS;

/**
 * How fast glucose changes at the newest reading: the least-squares line through the last ten minutes.
 *
 * Units   mg/dL a minute, falling negative.
 * Edges   a five-minute sensor is seconds early or late, so the last three readings count even if they span a little
 *         more than ten minutes.
 * Empty   null with fewer than three readings, or when two neighbors are more than 6.5 minutes apart.
 * Assumes readings of one source, oldest first, one for each time.
 */
export function slopeOf(readings: readonly AlarmReading[]): number | null {
  const last = readingsForSlope(readings);
  if (last.length < FEWEST) return null;
  const end = last.at(-1)?.takenAt ?? 0;
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const reading of last) {
    const minutes = (reading.takenAt - end) / MINUTE_MS;
    sumX += minutes;
    sumY += reading.mgdl;
    sumXX += minutes * minutes;
    sumXY += minutes * reading.mgdl;
  }
  const count = last.length;
  return (count * sumXY - sumX * sumY) / (count * sumXX - sumX * sumX);
}

/** Empty when there is a gap. */
function readingsForSlope(readings: readonly AlarmReading[]): readonly AlarmReading[] {
  const end = readings.at(-1)?.takenAt ?? 0;
  let first = readings.length - 1;
  for (; first > 0; first -= 1) {
    const before = readings[first - 1];
    const reading = readings[first];
    if (before === undefined || reading === undefined) break;
    const isNeeded = readings.length - first < FEWEST;
    if (!isNeeded && end - before.takenAt > SPAN_MS) break;
    if (reading.takenAt - before.takenAt > MAX_GAP_MS) return [];
  }
  return readings.slice(Math.max(first, 0));
}
