import { HOUR_MS, MINUTE_MS } from './period.ts';

/** The intervals of sensors and their clouds: live Libre 3, Dexcom and most others, stored Libre. */
const EVERY_MINUTE = MINUTE_MS;
const EVERY_5_MINUTES = 5 * MINUTE_MS;
const EVERY_15_MINUTES = 15 * MINUTE_MS;

/** The rhythm is determined again every three hours: a sensor may be changed, a live stream may fall back to history. */
const STRETCH_MS = 3 * HOUR_MS;
/** Under half of five minutes it cannot be a five-minute sensor. */
const SHORT_GAP_MS = 2.5 * MINUTE_MS;
/** Gaps nearer to fifteen minutes than to ten or twenty. */
const LONG_GAP_MS = [12.5 * MINUTE_MS, 17.5 * MINUTE_MS] as const;
/** Two sources with the same five-minute readings make every second gap short, so half is not enough. */
const MIN_SHARE = 0.75;
/** Fewer gaps than this are not enough; the previous interval stays. */
const MIN_GAPS = 3;

/**
 * How often the sensor measured, for each reading.
 *
 * Units   epoch milliseconds in, ascending; milliseconds out: 1, 5 or 15 minutes.
 * Edges   determined for each three hours by three quarters of the gaps in them; five minutes when they are mixed.
 * Empty   a stretch with fewer than three gaps keeps the rhythm before it, at the start five minutes.
 */
export function rhythmOf(takenAt: Float64Array): Uint32Array {
  const everyMs = new Uint32Array(takenAt.length);
  let rhythm = EVERY_5_MINUTES;
  let start = 0;
  while (start < takenAt.length) {
    const end = endOfStretch(takenAt, start);
    rhythm = rhythmWithin(takenAt, start, end) ?? rhythm;
    everyMs.fill(rhythm, start, end);
    start = end;
  }
  return everyMs;
}

function endOfStretch(takenAt: Float64Array, start: number): number {
  const until = (takenAt[start] as number) + STRETCH_MS;
  let end = start + 1;
  while (end < takenAt.length && (takenAt[end] as number) < until) end += 1;
  return end;
}

function rhythmWithin(takenAt: Float64Array, start: number, end: number): number | null {
  const gaps = end - start - 1;
  if (gaps < MIN_GAPS) return null;
  let short = 0;
  let long = 0;
  for (let index = start + 1; index < end; index += 1) {
    const gapMs = (takenAt[index] as number) - (takenAt[index - 1] as number);
    if (gapMs <= SHORT_GAP_MS) short += 1;
    else if (gapMs >= LONG_GAP_MS[0] && gapMs <= LONG_GAP_MS[1]) long += 1;
  }
  if (short >= gaps * MIN_SHARE) return EVERY_MINUTE;
  return long >= gaps * MIN_SHARE ? EVERY_15_MINUTES : EVERY_5_MINUTES;
}
