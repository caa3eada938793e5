import { seriesOf } from '../src/series/series.ts';
import { type Tally, tallyOf } from '../src/statistics/tally.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A Friday, midnight UTC, far from any change of clocks. */
export const START = Date.UTC(2026, 0, 16);

export type Taken = { takenAt: number; mgdl: number };

/** Readings at an even pace, the first at `from`. */
export function evenlySpaced(values: readonly number[], everyMinutes = 5, from = START): Taken[] {
  return values.map((mgdl, index) => ({ takenAt: from + index * everyMinutes * MINUTE, mgdl }));
}

/** The same value again and again for a span of time. */
export function flat(mgdl: number, spanMs: number, everyMinutes = 5, from = START): Taken[] {
  return evenlySpaced(Array(Math.round(spanMs / (everyMinutes * MINUTE))).fill(mgdl), everyMinutes, from);
}

/** The tally of values at an even pace: every one counts the same. */
export function tallyEvenlySpaced(values: readonly number[]): Tally {
  return tallyOf(seriesOf(evenlySpaced(values)));
}
