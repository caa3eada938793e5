import type { Unit } from '../units.ts';
import { convertRange, type Range } from './range.ts';

/** A range while it is being edited. `before`: what stood there ahead of the last switch, and what that became. */
export type RangeDraft = Range & { before?: { typed: Range; shown: Range } };

/**
 * The draft in another unit. Switching back restores each value that was not edited in between to the very
 * number that was typed, which rounding alone would lose: 100 mg/dL → 5.6 mmol/L → 101 mg/dL.
 *
 * Edges   an empty input (NaN) stays empty; switching to the unit in use changes nothing.
 */
export function switchUnit(draft: RangeDraft, unit: Unit): RangeDraft {
  if (draft.unit === unit) return draft;
  const { before, ...typed } = draft;
  const shown = convertRange(typed, unit);
  if (before?.typed.unit === unit) {
    for (const setpoint of ['high', 'inRange', 'low'] as const) {
      if (Object.is(typed[setpoint], before.shown[setpoint])) shown[setpoint] = before.typed[setpoint];
    }
  }
  return { ...shown, before: { typed, shown } };
}
