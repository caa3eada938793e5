import { beyondSensor } from './beyond-sensor.ts';
import type { Reading, Trend } from './reading.ts';

/** The trend in words a wearer reads. */
export const trendWords: Readonly<Record<Trend, string>> = {
  'rising-fast': 'Rising fast',
  rising: 'Rising',
  'rising-slowly': 'Rising slowly',
  steady: 'Steady',
  'falling-slowly': 'Falling slowly',
  falling: 'Falling',
  'falling-fast': 'Falling fast',
  unknown: 'Trend unknown',
};

/** The trend as one glyph, to stand beside the value. */
export const trendArrows: Readonly<Record<Trend, string>> = {
  'rising-fast': '⇈',
  rising: '↑',
  'rising-slowly': '↗',
  steady: '→',
  'falling-slowly': '↘',
  falling: '↓',
  'falling-fast': '⇊',
  unknown: '?',
};

/** Two readings further apart than this say nothing about each other. The same span after which one is stale. */
export const DELTA_GAP_MS = 15 * 60_000;

/**
 * The trend of a rate of change, for sources that send a rate and no arrow of their own.
 *
 * Units   mg/dL per minute.
 * Edges   exactly 1, 2 and 3 belong to the stronger word.
 * Empty   a rate that is no number is `unknown`.
 * Source  Dexcom's arrows: under 1 steady, 1 to 2 slowly, 2 to 3 plainly, 3 and more fast.
 */
export function trendOf(rateMgdlPerMin: number): Trend {
  if (Number.isNaN(rateMgdlPerMin)) return 'unknown';
  const pace = Math.abs(rateMgdlPerMin);
  if (pace < 1) return 'steady';
  const way = rateMgdlPerMin > 0 ? 'rising' : 'falling';
  if (pace < 2) return `${way}-slowly`;
  return pace < 3 ? way : `${way}-fast`;
}

/**
 * The change from the previous reading to the current one, as measured: not scaled to any span.
 *
 * Units   mg/dL.
 * Empty   null when either is missing or beyond what its sensor measures, when the previous is not older, or when more
 *         than 15 minutes lie between.
 */
export function deltaOf(current: Reading | null, previous: Reading | null): number | null {
  if (current === null || previous === null) return null;
  if (beyondSensor(current.mgdl) !== null || beyondSensor(previous.mgdl) !== null) return null;
  const gapMs = current.takenAt - previous.takenAt;
  if (gapMs <= 0 || gapMs > DELTA_GAP_MS) return null;
  return current.mgdl - previous.mgdl;
}

/** The latest reading taken before `current`, in whatever order `readings` come; null when there is none. */
export function previousOf(readings: readonly Reading[], current: Reading): Reading | null {
  let previous: Reading | null = null;
  for (const reading of readings) {
    if (reading.takenAt >= current.takenAt) continue;
    if (previous === null || reading.takenAt > previous.takenAt) previous = reading;
  }
  return previous;
}
