import { MINUTE_MS, type Period } from './period.ts';
import { rhythmOf } from './rhythm.ts';

/**
 * Readings made ready for statistics: ascending, one for each moment, each knowing how long it stands.
 * Columns of equal length: `takenAt` epoch milliseconds; `mgdl` whole mg/dL; `everyMs` the sensor's rhythm around
 * it; `standsMs` the time it stands for.
 */
export type Series = {
  readonly takenAt: Float64Array;
  readonly mgdl: Uint16Array;
  readonly everyMs: Uint32Array;
  readonly standsMs: Uint32Array;
};

/** No reading stands for more than this: what happens in a longer gap is not known. */
export const STANDS_AT_MOST_MS = 15 * MINUTE_MS;

/** Two readings nearer than half a rhythm are one measurement told twice; never more than half of five minutes. */
const SAME_WITHIN_AT_MOST_MS = 2.5 * MINUTE_MS;

/**
 * A series of readings in any order.
 *
 * Edges   of two readings within half a rhythm the earlier is kept. A reading stands until the next, at most
 *         15 minutes; the last one for its sensor's rhythm.
 * Assumes values said as LOW or HIGH come as the sensor's limit (39, 401) and count as that number.
 * Source  the time weighting is this product's; on even rhythms it equals counting readings.
 */
export function seriesOf(readings: readonly { takenAt: number; mgdl: number }[]): Series {
  const ordered = inOrder(readings);
  const takenAt = Float64Array.from(ordered, (reading) => reading.takenAt);
  const everyMs = rhythmOf(takenAt);
  let kept = 0;
  const mgdl = new Uint16Array(ordered.length);
  for (let index = 0; index < ordered.length; index += 1) {
    const { takenAt: at, mgdl: value } = ordered[index] as { takenAt: number; mgdl: number };
    const every = everyMs[index] as number;
    const sameWithin = Math.min(every / 2, SAME_WITHIN_AT_MOST_MS);
    if (kept > 0 && at - (takenAt[kept - 1] as number) < sameWithin) continue;
    takenAt[kept] = at;
    everyMs[kept] = every;
    mgdl[kept] = value;
    kept += 1;
  }
  const times = takenAt.subarray(0, kept);
  const rhythms = everyMs.subarray(0, kept);
  return {
    takenAt: times,
    mgdl: mgdl.subarray(0, kept),
    everyMs: rhythms,
    standsMs: standing(times, rhythms),
  };
}

/** The part of a series taken within a period. Shares its memory. */
export function within(series: Series, { from, to }: Period): Series {
  const start = firstAt(series.takenAt, from);
  const end = firstAt(series.takenAt, to);
  return {
    takenAt: series.takenAt.subarray(start, end),
    mgdl: series.mgdl.subarray(start, end),
    everyMs: series.everyMs.subarray(start, end),
    standsMs: series.standsMs.subarray(start, end),
  };
}

/** The index of the first time that is not before `at`; the length when all are. */
export function firstAt(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function inOrder<Row extends { takenAt: number }>(readings: readonly Row[]): readonly Row[] {
  const isOrdered = readings.every(
    (row, index) => index === 0 || (readings[index - 1] as Row).takenAt <= row.takenAt,
  );
  return isOrdered ? readings : readings.toSorted((a, b) => a.takenAt - b.takenAt);
}

function standing(takenAt: Float64Array, everyMs: Uint32Array): Uint32Array {
  return everyMs.map((every, index) => {
    const next = takenAt[index + 1];
    return next === undefined ? every : Math.min(next - (takenAt[index] as number), STANDS_AT_MOST_MS);
  });
}
