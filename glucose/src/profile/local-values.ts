import { DAY_MS, MINUTE_MS, type Period } from '../series/period.ts';
import type { Series } from '../series/series.ts';
import { offsetsOf } from '../series/time-zone.ts';

/** Glucose at every fifth minute, sorted by local time of day: `of(slot)` are the values of that slot's days. */
export type LocalValues = { of(slot: number): Float64Array };

export const SLOT_MS = 5 * MINUTE_MS;
export const SLOTS_A_DAY = DAY_MS / SLOT_MS;

/** Nothing is drawn or assumed between two readings further apart than this. The limit of R's iglu. */
export const BRIDGED_GAP_MS = 45 * MINUTE_MS;

/**
 * The glucose of a period by local time of day.
 *
 * Units   mg/dL, interpolated linearly between neighboring readings; one value for each five minutes that really
 *         passed, so sensors of every rhythm weigh the same.
 * Edges   gaps over 45 minutes stay empty. When the clocks go forward the skipped slots get no value that day, when
 *         they go back the repeated slots get two.
 * Throws  RangeError for a name that is no time zone.
 */
export function localValuesOf(series: Series, period: Period, timeZone: string): LocalValues {
  const offsets = offsetsOf(timeZone, period);
  const capacity = Math.ceil((period.to - period.from) / DAY_MS) + 1 + offsets.length;
  const values = new Float64Array(SLOTS_A_DAY * capacity);
  const counts = new Uint32Array(SLOTS_A_DAY);
  let reading = 0;
  let zone = 0;
  const first = Math.max(period.from, series.takenAt[0] ?? period.to);
  const end = Math.min(period.to, (series.takenAt.at(-1) ?? period.from) + 1);
  for (let at = Math.ceil(first / SLOT_MS) * SLOT_MS; at < end; at += SLOT_MS) {
    while ((series.takenAt[reading + 1] ?? Number.POSITIVE_INFINITY) <= at) reading += 1;
    while ((offsets[zone + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) zone += 1;
    const value = valueAt(series, reading, at);
    if (Number.isNaN(value)) continue;
    const slot = slotOf(at + (offsets[zone]?.offsetMs ?? 0));
    const count = counts[slot] as number;
    values[slot * capacity + count] = value;
    counts[slot] = count + 1;
  }
  return { of: (slot) => values.subarray(slot * capacity, slot * capacity + (counts[slot] as number)) };
}

function slotOf(localMs: number): number {
  return Math.floor((((localMs % DAY_MS) + DAY_MS) % DAY_MS) / SLOT_MS);
}

/** Glucose at a moment between the reading at `index` and the next; NaN where it is not known. */
function valueAt({ takenAt, mgdl }: Series, index: number, at: number): number {
  const before = takenAt[index] as number;
  const value = mgdl[index] as number;
  if (before === at) return value;
  const after = takenAt[index + 1];
  if (after === undefined || after - before > BRIDGED_GAP_MS) return Number.NaN;
  return value + (((mgdl[index + 1] as number) - value) * (at - before)) / (after - before);
}
