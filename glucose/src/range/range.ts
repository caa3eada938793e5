import { convert, type Unit } from '../units.ts';

/** The wearer's setpoints as entered, in the unit they were entered in. */
export type Range = { unit: Unit; high: number; inRange: number; low: number };

/** The same three setpoints in whole mg/dL, for all comparisons. */
export type Setpoints = { highMgdl: number; inRangeMgdl: number; lowMgdl: number };

/** The limits of the outer setpoints, in each unit. Both rows are the same glucose, rounded. */
export const rangeLimits: Readonly<Record<Unit, { highMax: number; lowMin: number }>> = {
  'mg/dL': { highMax: 400, lowMin: 50 },
  'mmol/L': { highMax: 22.2, lowMin: 2.8 },
};

/** A range in whole mg/dL. Assumes a valid range; rounding keeps its order. */
export function setpointsOf({ unit, high, inRange, low }: Range): Setpoints {
  const mgdl = (value: number) => Math.round(convert(value, unit, 'mg/dL'));
  return { highMgdl: mgdl(high), inRangeMgdl: mgdl(inRange), lowMgdl: mgdl(low) };
}

/** A range in another unit, rounded as that unit is written. A value within the limits stays within them. */
export function convertRange(range: Range, unit: Unit): Range {
  const to = (value: number) => convert(value, range.unit, unit);
  return { unit, high: to(range.high), inRange: to(range.inRange), low: to(range.low) };
}
