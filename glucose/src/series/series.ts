import { MINUTE_MS, type Period } from './period.ts';
import { rhythmOf } from './rhythm.ts';

/**
 * Readings prepared for statistics: ascending, one for each time, each with the time it represents.
 * Columns of equal length: `takenAt` epoch milliseconds; `mgdl` whole mg/dL; `everyMs` the sensor's rhythm around
 * it; `weightMs` the time it represents.
 */
export type Series = {
  readonly takenAt: Float64Array;
  readonly mgdl: Uint16Array;
  readonly everyMs: Uint32Array;
  readonly weightMs: Uint32Array;
};

/**
 * No reading represents more than this: what happens in a longer gap is unknown. Time in range, events and charts
 * all use it. Own choice, since the consensus statements name no limit: it is the longest interval of a sensor, that of
 * stored Libre readings.
 */
export const MAX_STANDS_MS = 15 * MINUTE_MS;

/** Two readings nearer than half a rhythm are one measurement reported twice; never more than half of five minutes. */
const MAX_SAME_WITHIN_MS = 2.5 * MINUTE_MS;

/**
 * A series of readings in any order.
 *
 * Edges   of two readings within half an interval the earlier is kept. A reading represents the time until the next, at most
 *         15 minutes; the last one its sensor's interval.
 * Assumes LOW and HIGH are reported as the sensor's limits (39, 401) and count as those numbers.
 * Source  the time weighting is this product's; at constant intervals it equals counting readings.
 */
export function seriesOf(readings: readonly { takenAt: number; mgdl: number }[]): Series {
  const takenAt = new Float64Array(readings.length);
  const mgdl = new Uint16Array(readings.length);
  let index = 0;
  for (const reading of inOrder(readings)) {
    takenAt[index] = reading.takenAt;
    mgdl[index] = reading.mgdl;
    index += 1;
  }
  return seriesOfColumns({ takenAt, mgdl });
}

/** The same of columns that are ascending. They become part of the series and are changed. */
export function seriesOfColumns({ takenAt, mgdl }: Pick<Series, 'takenAt' | 'mgdl'>): Series {
  const once = dedupe(takenAt, mgdl, rhythmOf(takenAt));
  return { ...once, weightMs: weightsOf(once) };
}

/** The part of a series taken within a period. Shares its memory. */
export function within(series: Series, { from, to }: Period): Series {
  const start = firstAt(series.takenAt, from);
  const end = firstAt(series.takenAt, to);
  return {
    takenAt: series.takenAt.subarray(start, end),
    mgdl: series.mgdl.subarray(start, end),
    everyMs: series.everyMs.subarray(start, end),
    weightMs: series.weightMs.subarray(start, end),
  };
}

/** The index of the first time that is not before `at`; the length when all are. */
function firstAt(times: Float64Array, at: number): number {
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
  let before = Number.NEGATIVE_INFINITY;
  for (const { takenAt } of readings) {
    if (takenAt < before) return readings.toSorted((a, b) => a.takenAt - b.takenAt);
    before = takenAt;
  }
  return readings;
}

/** Moves what is kept to the front of each column and cuts the rest off. */
function dedupe(takenAt: Float64Array, mgdl: Uint16Array, everyMs: Uint32Array): Omit<Series, 'weightMs'> {
  let kept = 0;
  for (let index = 0; index < takenAt.length; index += 1) {
    const at = takenAt[index] as number;
    const every = everyMs[index] as number;
    const sameWithinMs = Math.min(every / 2, MAX_SAME_WITHIN_MS);
    if (kept > 0 && at - (takenAt[kept - 1] as number) < sameWithinMs) continue;
    takenAt[kept] = at;
    everyMs[kept] = every;
    mgdl[kept] = mgdl[index] as number;
    kept += 1;
  }
  return {
    takenAt: takenAt.subarray(0, kept),
    mgdl: mgdl.subarray(0, kept),
    everyMs: everyMs.subarray(0, kept),
  };
}

function weightsOf({ takenAt, everyMs }: Omit<Series, 'weightMs'>): Uint32Array {
  const weightMs = new Uint32Array(takenAt.length);
  for (let index = 0; index + 1 < takenAt.length; index += 1) {
    const gapMs = (takenAt[index + 1] as number) - (takenAt[index] as number);
    weightMs[index] = Math.min(gapMs, MAX_STANDS_MS);
  }
  if (weightMs.length > 0) weightMs[weightMs.length - 1] = everyMs.at(-1) as number;
  return weightMs;
}
