import type { ChartSpan } from '@tealight/contract';
import { glucoseIn, offsetsOf, type Setpoints, toMmol, type Unit } from '@tealight/glucose';

const MINUTE_MS = 60_000;
/** How far apart times stand, in minutes, on a wide chart; on a narrow one it is twice as much. */
const stepMinutes: Readonly<Record<ChartSpan, number>> = { '3h': 30, '6h': 60, '12h': 120, '24h': 180 };
/** A chart narrower than this, in CSS pixels, is a phone's. */
const NARROW = 480;

/** The times below the chart: whole hours or halves of this browser's clock, or of that of a zone. */
export function timesBelow(
  { from, to }: { from: number; to: number },
  { span, width, zone }: { span: ChartSpan; width: number; zone?: string | undefined },
): number[] {
  const step = stepMinutes[span] * (width < NARROW ? 2 : 1) * MINUTE_MS;
  const offset =
    zone === undefined
      ? new Date(from).getTimezoneOffset() * MINUTE_MS
      : -(offsetsOf(zone, { from, to: from + 1 })[0]?.offsetMs ?? 0);
  const times: number[] = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at <= to; at += step) times.push(at);
  return times;
}

/** The lowest and the highest value of the chart, in `unit`: room for the setpoints, and for every reading. */
export function reach(mgdl: readonly (number | null)[], setpoints: Setpoints | null, unit: Unit) {
  const values = mgdl.filter((value): value is number => value !== null);
  const lowest = Math.min(MIN_MGDL, ...values.map((value) => value - MARGIN_MGDL));
  const highest = Math.max(
    MAX_MGDL,
    (setpoints?.highMgdl ?? 0) + 2 * MARGIN_MGDL,
    ...values.map((value) => value + MARGIN_MGDL),
  );
  return { min: glucoseIn(Math.max(0, lowest), unit), max: glucoseIn(highest, unit) };
}

const MIN_MGDL = 45;
const MAX_MGDL = 220;
const MARGIN_MGDL = 15;

/** Values that are named beside the chart, mg/dL: the setpoints, and round numbers above them. */
export function levelsBeside(setpoints: Setpoints | null, maxMgdl: number): number[] {
  const { lowMgdl, inRangeMgdl, highMgdl } = setpoints ?? { lowMgdl: 70, inRangeMgdl: 110, highMgdl: 180 };
  const own = [lowMgdl, inRangeMgdl, highMgdl].filter(
    (level, index, all) => index !== 1 || (level - (all[0] ?? 0) > APART && (all[2] ?? 0) - level > APART),
  );
  const above = [250, 300, 350, 400].filter((level) => level > highMgdl + APART && level < maxMgdl - 5);
  return [...own, ...(setpoints === null ? [] : above)];
}

/** Levels nearer than this would write over each other, mg/dL. */
const APART = 22;

/** A level as it is written beside the chart: setpoints have one decimal in mmol/L. */
export const levelText = (mgdl: number, unit: Unit): string =>
  unit === 'mg/dL' ? String(Math.round(mgdl)) : toMmol(mgdl).toFixed(1);
