import { slopeOf } from '../src/alarms/slope.ts';
import { AlarmReplay, onlyOn } from './alarms.ts';
import { evenlySpaced, MINUTE, type Taken } from './readings.ts';

/** How many of the crossings of a threshold were warned of, and how many warnings no crossing followed. */
export type Warnings = { crossings: number; warned: number; false: number };

const AHEAD_MINUTES = 20;
const STRAIGHT_MINUTES = 15;
/** Glucose comes back this far before the next crossing counts, and what is expected before the next warning does. */
const EDGE_MGDL = 10;
/** A warning that nothing follows in this time is false; one that is older than the other has warned of something else. */
const FALSE_AFTER_MS = 30 * MINUTE;
const WARNED_WITHIN_MS = 60 * MINUTE;

/** Warnings of the alarm itself, or of a straight line through the last 15 minutes. */
export function warningsOf(
  wearers: readonly (readonly Taken[])[],
  threshold: number,
  line: 'damped' | 'straight',
): Warnings {
  const sum: Warnings = { crossings: 0, warned: 0, false: 0 };
  for (const readings of wearers) {
    const warnings =
      line === 'damped' ? dampedWarnings(readings, threshold) : straightWarnings(readings, threshold);
    const crossings = crossingsOf(readings, threshold);
    const lows = readings.filter(({ mgdl }) => mgdl <= threshold).map(({ takenAt }) => takenAt);
    const isWarned = (at: number) =>
      warnings.some((warning) => warning < at && warning >= at - WARNED_WITHIN_MS);
    const isFalse = (at: number) => !lows.some((low) => low > at && low <= at + FALSE_AFTER_MS);
    sum.crossings += crossings.length;
    sum.warned += crossings.filter(isWarned).length;
    sum.false += warnings.filter(isFalse).length;
  }
  return sum;
}

function dampedWarnings(readings: readonly Taken[], mgdl: number): number[] {
  const { day } = onlyOn({ 'urgent-low-soon': {} });
  const rules = { ...day, 'urgent-low': { isOn: false, mgdl } };
  const replay = new AlarmReplay({ settings: { day: rules, night: rules } });
  for (const reading of readings) replay.read(reading, 30 * MINUTE);
  return replay.sent.filter(({ reason }) => reason === 'began').map(({ sentAt }) => sentAt);
}

function straightWarnings(readings: readonly Taken[], threshold: number): number[] {
  const warnings: number[] = [];
  let isOn = false;
  for (const [index, { takenAt, mgdl }] of readings.entries()) {
    const last = readings.slice(Math.max(0, index - 10), index + 1);
    const expected = mgdl + AHEAD_MINUTES * (straightSlope(last) ?? 0);
    const isExpected = mgdl > threshold && expected <= threshold;
    if (isExpected && !isOn) warnings.push(takenAt);
    isOn = mgdl > threshold && (isExpected || (isOn && expected < threshold + EDGE_MGDL));
  }
  return warnings;
}

/** The slope of the alarms through a longer time: its readings moved together, as if they were taken faster. */
function straightSlope(readings: readonly Taken[]): number | null {
  const values = readings.slice(-(STRAIGHT_MINUTES / 5 + 1)).map(({ mgdl }) => mgdl);
  const slope = slopeOf(evenlySpaced(values, 1));
  return slope === null ? null : slope / 5;
}

function crossingsOf(readings: readonly Taken[], threshold: number): number[] {
  const crossings: number[] = [];
  let isAbove = false;
  for (const { takenAt, mgdl } of readings) {
    if (mgdl <= threshold && isAbove) crossings.push(takenAt);
    isAbove = mgdl > threshold && (isAbove || mgdl >= threshold + EDGE_MGDL);
  }
  return crossings;
}
