/** A reading older than this is no current data any more. Three readings of a five-minute sensor. */
export const STALE_AFTER_MS = 15 * 60_000;

/** How far ahead of our clock a vendor's may run before a reading is no longer believed to be of now. */
export const CLOCK_SKEW_MS = 2 * 60_000;

/**
 * Whether a reading is not current.
 *
 * Units   epoch milliseconds.
 * Edges   stale from the very millisecond it is 15 minutes old. Up to two minutes in the future counts as now,
 *         further ahead is not current either: a wrong clock must not keep an old value glowing.
 */
export function isStale(takenAt: number, now: number): boolean {
  const ageMs = now - takenAt;
  return ageMs >= STALE_AFTER_MS || ageMs < -CLOCK_SKEW_MS;
}
