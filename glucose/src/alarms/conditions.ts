import { MINUTE_MS } from '../series/period.ts';
import type { AlarmReading } from './alarm-readings.ts';
import type { AlarmKind } from './kinds.ts';
import { type AlarmRules, numberOf } from './settings.ts';
import { expectedMgdl } from './urgent-low-soon.ts';

/** The kinds that are about glucose: all but missing data. */
export type GlucoseKind = Exclude<AlarmKind, 'no-data'>;

/** What is known at the newest reading: its glucose in mg/dL, and its slope in mg/dL a minute where there is one. */
export type Glucose = { mgdl: number; perMinute: number | null };

/** Beyond its number; between it and the edge, where what is on stays on and what is off stays off; or over. */
export type Condition = 'beyond' | 'between' | 'over';

/** How far glucose must come back before a kind is over, so that noise at the threshold is one episode. */
const LOW_EDGE_MGDL = 5;
const HIGH_EDGE_MGDL = 10;
const SOON_EDGE_MGDL = 10;

/** A fast change is over when no reading was beyond for this long. */
export const FAST_ENDS_AFTER_MS = 15 * MINUTE_MS;

/**
 * An urgent low soon is over when no reading had a slope for this long: then the gaps of its source leave nothing to
 * expect. Own choice, as for a fast change: after one gap, three readings of a five-minute sensor have a slope again.
 */
export const NO_SLOPE_ENDS_AFTER_MS = FAST_ENDS_AFTER_MS;

/** All readings of a wait must follow one another within this time. */
const MAX_GAP_MS = 15 * MINUTE_MS;

/**
 * The condition of one kind at the newest reading.
 *
 * Units   mg/dL.
 * Edges   lows are beyond at their threshold, highs too: 70 mg/dL reads 3.89 mmol/L, which everybody takes as below
 *         3.9. A sensor's LOW and HIGH are 39 and 401 and count as those numbers. A fast change ends by time alone.
 *         Without a slope nothing is known of what is expected: neither a fast change nor an urgent low soon is over.
 */
export function conditionOf(kind: GlucoseKind, rules: AlarmRules, { mgdl, perMinute }: Glucose): Condition {
  switch (kind) {
    case 'urgent-low':
    case 'low':
      return compare(mgdl, numberOf(rules, kind, 'mgdl'), LOW_EDGE_MGDL);
    case 'urgent-low-soon': {
      const urgent = numberOf(rules, 'urgent-low', 'mgdl');
      if (mgdl <= urgent) return 'over';
      return perMinute === null ? 'between' : compare(expectedMgdl(mgdl, perMinute), urgent, SOON_EDGE_MGDL);
    }
    case 'high':
    case 'urgent-high':
      return compare(-mgdl, -numberOf(rules, kind, 'mgdl'), HIGH_EDGE_MGDL);
    case 'falling-fast':
    case 'rising-fast': {
      const sign = kind === 'falling-fast' ? 1 : -1;
      const isFast = sign * (perMinute ?? 0) <= -numberOf(rules, kind, 'mgdlPerMinute');
      return isFast && sign * mgdl <= sign * numberOf(rules, kind, 'limitMgdl') ? 'beyond' : 'between';
    }
  }
}

/** For lows; highs are compared with their signs changed. */
function compare(value: number, threshold: number, edge: number): Condition {
  if (value <= threshold) return 'beyond';
  return value < threshold + edge ? 'between' : 'over';
}

/**
 * When a kind that is beyond its number will have been for as long as its rule wants: from the first of the readings
 * beyond it, if all since then are and none came more than 15 minutes after the one before.
 *
 * Assumes readings of one source, oldest first, the newest beyond.
 */
export function waitedAt(kind: GlucoseKind, rules: AlarmRules, readings: readonly AlarmReading[]): number {
  const newestAt = readings.at(-1)?.takenAt ?? 0;
  if (kind !== 'low' && kind !== 'high' && kind !== 'urgent-high') return newestAt;
  const waitMs = numberOf(rules, kind, 'afterMinutes') * MINUTE_MS;
  let firstAt = newestAt;
  for (let index = readings.length - 2; index >= 0 && newestAt - firstAt < waitMs; index -= 1) {
    const reading = readings[index];
    if (reading === undefined || firstAt - reading.takenAt > MAX_GAP_MS) break;
    if (conditionOf(kind, rules, { mgdl: reading.mgdl, perMinute: null }) !== 'beyond') break;
    firstAt = reading.takenAt;
  }
  return firstAt + waitMs;
}

/**
 * How far back an evaluation needs readings: the longest wait by day or night, and a gap before it; half an hour at
 * least.
 */
export function readingsNeededMs(times: { day: AlarmRules; night: AlarmRules }): number {
  const waits = [times.day, times.night].flatMap((rules) => [
    numberOf(rules, 'low', 'afterMinutes'),
    numberOf(rules, 'urgent-high', 'afterMinutes'),
    numberOf(rules, 'high', 'afterMinutes'),
  ]);
  return Math.max(15, ...waits) * MINUTE_MS + MAX_GAP_MS;
}
