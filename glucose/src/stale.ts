/** A reading older than this is no current data any more. Three readings of a five-minute sensor. */
export const STALE_AFTER_MS = 15 * 60_000;

/**
 * How far ahead of this server's clock a reading may be dated. What is dated further ahead is not used anywhere before
 * its time: not by a source, the store, a device or a screen. Own choice: clocks that are set by the network are
 * seconds apart, and less than half the five minutes of most sensors is too short to pass for the next reading.
 */
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
