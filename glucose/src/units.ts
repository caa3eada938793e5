/** The two units a wearer may read glucose in. Inside, glucose is always whole mg/dL. */
export const units = ['mg/dL', 'mmol/L'] as const;
export type Unit = (typeof units)[number];

/**
 * mg/dL per mmol/L. The molar mass of glucose gives 18.016, some vendors use 18.018; the product shows 18.
 * Change it here or nowhere.
 */
export const MGDL_PER_MMOL = 18;

/** mmol/L → whole mg/dL: 5.6 → 101. Not the exact inverse of `toMmol`: both round. */
export function toMgdl(mmol: number): number {
  return Math.round(mmol * MGDL_PER_MMOL);
}

/** mg/dL → mmol/L to one decimal, as setpoints are written: 101 → 5.6. */
export function toMmol(mgdl: number): number {
  return rounded(mgdl / MGDL_PER_MMOL, 1);
}

/** A setpoint from one unit to another, rounded as that unit is written; in the same unit it stays as it is. */
export function convert(value: number, from: Unit, to: Unit): number {
  if (from === to) return value;
  return to === 'mg/dL' ? toMgdl(value) : toMmol(value);
}

/**
 * A reading, or the difference of two, as a number in the wearer's unit.
 *
 * Units   mg/dL in; whole mg/dL or mmol/L to two decimals out.
 */
export function glucoseIn(mgdl: number, unit: Unit): number {
  return unit === 'mg/dL' ? Math.round(mgdl) : rounded(mgdl / MGDL_PER_MMOL, 2);
}

/** A reading's number, already in `unit`, as text: no decimals in mg/dL, two in mmol/L. */
export function showValue(value: number, unit: Unit): string {
  return unit === 'mg/dL' ? String(Math.round(value)) : value.toFixed(2);
}

/** A reading in mg/dL as text in the wearer's unit: 112 → `112` or `6.22`. */
export function showGlucose(mgdl: number, unit: Unit): string {
  return showValue(glucoseIn(mgdl, unit), unit);
}

/** A change, already in `unit`, as text with its sign: `+4`, `-0.17`; no sign when nothing changed. */
export function showDelta(delta: number, unit: Unit): string {
  const text = showValue(Math.abs(delta), unit);
  if (Number(text) === 0) return text;
  return `${delta < 0 ? '-' : '+'}${text}`;
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
