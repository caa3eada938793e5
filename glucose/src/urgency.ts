/** A value so far out of range that people act on it at once. */
export type Urgency = 'urgent-low' | 'urgent-high';

/**
 * Whether a reading is urgent, whatever the wearer's setpoints are.
 *
 * Units   whole mg/dL.
 * Edges   54 and 250 are urgent.
 * Source  level 2 of the consensus (Battelino et al., Diabetes Care 2019;42:1593), its limits included.
 */
export function urgencyOf(mgdl: number): Urgency | null {
  if (mgdl <= 54) return 'urgent-low';
  return mgdl >= 250 ? 'urgent-high' : null;
}

/** The urgency in a wearer's words. */
export const urgencyWords: Readonly<Record<Urgency, string>> = {
  'urgent-low': 'Urgent low',
  'urgent-high': 'Urgent high',
};
