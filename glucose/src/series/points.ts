import { MAX_STANDS_MS, type Series } from './series.ts';

/** A gap longer than this multiple of the sensor's interval means a missed reading, not a late one. */
const MISSED = 1.5;

/** The points of a chart: two columns of equal length. A null value interrupts the line. */
export type ChartPoints = { takenAt: number[]; mgdl: (number | null)[] };

/**
 * A series reduced for a chart.
 *
 * Units   epoch milliseconds, mg/dL. `most`: how many readings to keep, with a few more for each gap.
 * Edges   of each of `most / 2` equal parts of the time the lowest and the highest reading stay, so no extreme is
 *         lost; the readings on both sides of a gap stay too. A gap is more than 15 minutes, and more than one and a
 *         half times the sensor's own rhythm; a null stands in it, one millisecond after the last reading. Every point is a reading, none is an average.
 * Empty   two empty columns.
 */
export function pointsOf(series: Series, most: number): ChartPoints {
  const { takenAt, mgdl } = series;
  const isKept = takenAt.length > most ? keptOf(series, most) : null;
  const points: ChartPoints = { takenAt: [], mgdl: [] };
  for (let index = 0; index < takenAt.length; index += 1) {
    if (isKept !== null && isKept[index] === 0) continue;
    const at = takenAt[index] as number;
    points.takenAt.push(at);
    points.mgdl.push(mgdl[index] as number);
    if (index + 1 < takenAt.length && isBeforeGap(series, index)) {
      points.takenAt.push(at + 1);
      points.mgdl.push(null);
    }
  }
  return points;
}

/** One where a reading stays, zero where not. */
function keptOf(series: Series, most: number): Uint8Array {
  const { takenAt } = series;
  const isKept = new Uint8Array(takenAt.length);
  const start = takenAt[0] as number;
  const partMs = ((takenAt.at(-1) as number) - start + 1) / Math.max(1, Math.floor(most / 2));
  const partOf = (index: number) => Math.floor(((takenAt[index] as number) - start) / partMs);
  let first = 0;
  isKept[0] = 1;
  for (let index = 0; index < takenAt.length; index += 1) {
    const isGap = isBeforeGap(series, index);
    if (!isGap && partOf(index + 1) === partOf(index)) continue;
    keepExtremes(isKept, series.mgdl.subarray(first, index + 1), first);
    first = index + 1;
    if (!isGap) continue;
    isKept[index] = 1;
    if (first < isKept.length) isKept[first] = 1;
  }
  return isKept;
}

function keepExtremes(isKept: Uint8Array, part: Uint16Array, first: number): void {
  let lowest = 0;
  let highest = 0;
  for (let index = 1; index < part.length; index += 1) {
    if ((part[index] as number) < (part[lowest] as number)) lowest = index;
    if ((part[index] as number) > (part[highest] as number)) highest = index;
  }
  isKept[first + lowest] = 1;
  isKept[first + highest] = 1;
}

/** The last reading counts as before a gap: nothing follows it. */
function isBeforeGap({ takenAt, everyMs }: Series, index: number): boolean {
  const next = takenAt[index + 1];
  const longestGapMs = Math.max(MAX_STANDS_MS, MISSED * (everyMs[index] as number));
  return next === undefined || next - (takenAt[index] as number) > longestGapMs;
}
