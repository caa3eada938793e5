/**
 * A quantile of sorted numbers, interpolated between neighbors.
 *
 * Units   `part` 0..1.
 * Empty   NaN.
 * Source  type 7 of Hyndman and Fan 1996, the default of R.
 */
export function quantileOf(sorted: Float64Array, part: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}
