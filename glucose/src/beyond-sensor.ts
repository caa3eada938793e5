import { convert, showValue, type Unit } from './units.ts';

/**
 * What a source reports where its sensor showed LOW or HIGH instead of a value: one beyond the sensor's range.
 * Sensors measure 40 to 400 mg/dL, Libre to 500.
 */
export const LOW_MGDL = 39;
export const HIGH_MGDL = 401;
export const HIGH_OF_LIBRE_MGDL = 501;

/** Below or above what the sensor measures; `limitMgdl` is the end of its range. */
export type BeyondSensor = { side: 'below' | 'above'; limitMgdl: number };

/** Whether a reading in mg/dL stands for LOW or HIGH; null for one that was measured. */
export function beyondSensor(mgdl: number): BeyondSensor | null {
  if (mgdl === LOW_MGDL) return { side: 'below', limitMgdl: LOW_MGDL + 1 };
  if (mgdl === HIGH_MGDL || mgdl === HIGH_OF_LIBRE_MGDL) return { side: 'above', limitMgdl: mgdl - 1 };
  return null;
}

/** The same for a reading's number that is already in `unit`. */
export const isBeyondSensor = (value: number, unit: Unit): boolean => beyondSensorIn(value, unit) !== null;

/** A reading's number, already in `unit`, as it is shown: `112`, `6.22`; `LOW` or `HIGH` as sensors show them. */
export function showReading(value: number, unit: Unit): string {
  const beyond = beyondSensorIn(value, unit);
  if (beyond === null) return showValue(value, unit);
  return beyond.side === 'below' ? 'LOW' : 'HIGH';
}

/** The same within a sentence that names no unit: `112`, `below 40`, `above 22.2`. */
export function readingInSentence(value: number, unit: Unit): string {
  const beyond = beyondSensorIn(value, unit);
  if (beyond === null) return showValue(value, unit);
  return `${beyond.side} ${convert(beyond.limitMgdl, 'mg/dL', unit)}`;
}

/** With its unit: `112 mg/dL`, `below 40 mg/dL`, `above 22.2 mmol/L`. */
export const readingWithUnit = (value: number, unit: Unit): string =>
  `${readingInSentence(value, unit)} ${unit}`;

const beyondSensorIn = (value: number, unit: Unit): BeyondSensor | null =>
  beyondSensor(convert(value, unit, 'mg/dL'));
