import { showReading } from './beyond-sensor.ts';
import { colorOf } from './color.ts';
import { NO_DATA_COLOR, type Palette } from './palette.ts';
import { type Range, setpointsOf } from './range/range.ts';
import type { Reading, Trend } from './reading.ts';
import { CLOCK_SKEW_MS, isStale, STALE_AFTER_MS } from './stale.ts';
import { deltaOf } from './trend.ts';
import { glucoseIn, type Unit } from './units.ts';
import { type Zone, zoneOf } from './zone.ts';

/** Which sides of the range should flash. */
export type Flash = { high: boolean; low: boolean };

/** Everything that determines a wearer's glow. */
export type GlowView = {
  reading: Reading | null;
  previous: Reading | null;
  range: Range | null;
  flash: Flash;
  palette: Palette;
};

/**
 * The complete glow for every lamp and screen. `value` and `delta` in `unit`; `text` is the value as it is shown, or LOW
 * or HIGH where the sensor could not measure it; `time` and `validUntil` in ISO 8601 UTC.
 * `validUntil` null: valid until a newer one.
 */
export type Glow = {
  color: string;
  flash: boolean;
  brightness: number;
  zone: Zone | null;
  stale: boolean;
  value: number | null;
  unit: Unit;
  text: string;
  trend: Trend;
  delta: number | null;
  time: string | null;
  validUntil: string | null;
};

/** The brightness without data: bright enough to see that the lamp works, too dim to be mistaken for a reading. */
export const NO_DATA_BRIGHTNESS = 0.3;

/**
 * The glow of a wearer's lamps and screens at `now`.
 *
 * Units   the wearer's, as the range was entered; mg/dL without a range. Brightness 0..1.
 * Edges   flashes only beyond a setpoint, never on it. From 15 minutes on a reading is stale: white and dim, with
 *         its time but without value, trend or zone, because a lamp must never show an old value as current. A reading
 *         dated more than two minutes ahead is not shown either, nor its time.
 * Empty   no reading: white and dim, no time. No range: the neutral color, no zone, never a flash.
 */
export function glowOf(view: GlowView, now: number): Glow {
  const { reading, range } = view;
  if (reading === null || isStale(reading.takenAt, now)) return withoutData(view, now);
  const { mgdl, takenAt, trend } = reading;
  const setpoints = range && setpointsOf(range);
  const zone = setpoints && zoneOf(mgdl, setpoints);
  const unit = range?.unit ?? 'mg/dL';
  const value = glucoseIn(mgdl, unit);
  const delta = deltaOf(reading, view.previous);
  return {
    color: colorOf(mgdl, setpoints, view.palette),
    flash: (zone === 'low' && view.flash.low) || (zone === 'high' && view.flash.high),
    brightness: 1,
    zone,
    stale: false,
    value,
    unit,
    text: showReading(value, unit),
    trend,
    delta: delta === null ? null : glucoseIn(delta, unit),
    time: isoOf(takenAt),
    validUntil: isoOf(takenAt + STALE_AFTER_MS),
  };
}

function withoutData({ reading, range }: GlowView, now: number): Glow {
  const isPast = reading !== null && reading.takenAt <= now + CLOCK_SKEW_MS;
  return {
    color: NO_DATA_COLOR,
    flash: false,
    brightness: NO_DATA_BRIGHTNESS,
    zone: null,
    stale: true,
    value: null,
    unit: range?.unit ?? 'mg/dL',
    text: '',
    trend: 'unknown',
    delta: null,
    time: isPast ? isoOf(reading.takenAt) : null,
    validUntil: null,
  };
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
