import type { Setpoints } from './range/range.ts';

/** The zone of a reading by the wearer's own setpoints. */
export const zones = ['low', 'in-range', 'high'] as const;
export type Zone = (typeof zones)[number];

/**
 * The zone of a reading by the wearer's setpoints.
 *
 * Units   mg/dL.
 * Edges   a reading equal to a setpoint counts as in range.
 */
export function zoneOf(mgdl: number, { lowMgdl, highMgdl }: Setpoints): Zone {
  if (mgdl < lowMgdl) return 'low';
  return mgdl > highMgdl ? 'high' : 'in-range';
}
