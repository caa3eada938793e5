import { MINUTE_MS, type Period } from '../series/period.ts';
import { type Series, within } from '../series/series.ts';
import { localValuesOf, SLOT_MS, SLOTS_A_DAY } from './local-values.ts';
import { quantileOf } from './quantile.ts';

/**
 * The spread of glucose around one local time of day. `minute` since midnight; `days` with a value at that very
 * time; percentiles in mg/dL, null where there is no value.
 */
export type ProfilePoint = { minute: number; days: number; percentiles: Percentiles | null };
export type Percentiles = { p5: number; p25: number; p50: number; p75: number; p95: number };

/** The resolution and the smoothing of a profile, both in minutes. */
export type ProfileResolution = { stepMinutes: number; halfWindowMinutes: number };

/** A point each quarter of an hour, made of the values within a quarter of an hour of it. */
const RESOLUTION: ProfileResolution = { stepMinutes: 15, halfWindowMinutes: 15 };

/**
 * The ambulatory glucose profile: the distribution of glucose by local time of day.
 *
 * Units   mg/dL.
 * Edges   correct across both clock changes: see `localValuesOf`. The day is circular: values around midnight are
 *         taken from both ends. Resolution: multiples of five minutes, `stepMinutes` a divisor of the day.
 * Empty   points without values have null percentiles.
 * Assumes nothing about sufficiency: see `profileSufficiencyOf`.
 * Throws  RangeError for a name that is no time zone.
 * Source  percentiles of type 7; bins of half an hour around each point in place of a fitted curve.
 */
export function profileOf(
  series: Series,
  {
    period,
    timeZone,
    resolution = RESOLUTION,
  }: { period: Period; timeZone: string; resolution?: ProfileResolution },
): ProfilePoint[] {
  const values = localValuesOf(within(series, period), period, timeZone);
  const step = (resolution.stepMinutes * MINUTE_MS) / SLOT_MS;
  const reach = Math.floor((resolution.halfWindowMinutes * MINUTE_MS) / SLOT_MS);
  return Array.from({ length: SLOTS_A_DAY / step }, (_, index) => {
    const slot = index * step;
    const around = Array.from({ length: 2 * reach + 1 }, (_, offset) =>
      values.of((slot + offset - reach + SLOTS_A_DAY) % SLOTS_A_DAY),
    );
    return {
      minute: (slot * SLOT_MS) / MINUTE_MS,
      days: values.of(slot).length,
      percentiles: percentilesOf(joined(around)),
    };
  });
}

function percentilesOf(values: Float64Array): Percentiles | null {
  if (values.length === 0) return null;
  values.sort();
  const at = (part: number) => quantileOf(values, part);
  return { p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95) };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
