import type { Series } from '../series/series.ts';

/** No sensor reports more than this, in mg/dL; Libre ends at 500, the others at 400. Higher values count as this. */
export const HIGHEST_MGDL = 600;

/**
 * How long glucose was at each mg/dL: what the statistics of a period need, in an additive form.
 * `weightMs[mgdl]` in milliseconds; `coveredMs` the time for which expected readings exist.
 */
export type Tally = { readings: number; coveredMs: number; weightMs: Float64Array };

/**
 * The tally of a series.
 *
 * Edges   a reading covers the time to the next if that is at most one and a half intervals away, otherwise one
 *         interval: a small delay of a sensor is not a missed reading.
 */
export function tallyOf({ mgdl, weightMs, everyMs }: Series): Tally {
  const tally: Tally = emptyTally();
  tally.readings = mgdl.length;
  for (let index = 0; index < mgdl.length; index += 1) {
    const value = Math.min(mgdl[index] as number, HIGHEST_MGDL);
    const stands = weightMs[index] as number;
    tally.weightMs[value] = (tally.weightMs[value] as number) + stands;
    tally.coveredMs += coveredBy(stands, everyMs[index] as number);
  }
  return tally;
}

/** The sum of several tallies, such as those of cached days. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const { readings, coveredMs, weightMs } of tallies) {
    sum.readings += readings;
    sum.coveredMs += coveredMs;
    weightMs.forEach((ms, mgdl) => {
      sum.weightMs[mgdl] = (sum.weightMs[mgdl] as number) + ms;
    });
  }
  return sum;
}

/** How much expected time a reading covers: see `tallyOf`. */
export function coveredBy(weightMs: number, everyMs: number): number {
  return weightMs <= 1.5 * everyMs ? weightMs : everyMs;
}

function emptyTally(): Tally {
  return { readings: 0, coveredMs: 0, weightMs: new Float64Array(HIGHEST_MGDL + 1) };
}
