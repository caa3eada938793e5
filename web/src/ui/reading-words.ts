import type { ShownReading } from '@tealight/contract';
import { showDelta, showValue, trendWords, type Unit } from '@tealight/glucose';
import { zoneWords } from './zone-words.ts';

type Reading = ReturnType<typeof ShownReading.parse>;

/** Trend and zone in words: `Steady, in range`. */
export function meaningWords({ trend, zone }: Reading): string {
  return zone === null ? trendWords[trend] : `${trendWords[trend]}, ${zoneWords[zone].toLowerCase()}`;
}

/** A reading's value with its unit: `112 mg/dL`, `6.22 mmol/L`. */
export const valueWords = ({ value }: Reading, unit: Unit): string => `${showValue(value, unit)} ${unit}`;

/** The change since the reading before, with a true minus; null when that says nothing. */
export function deltaWords({ delta }: Reading, unit: Unit): string | null {
  return delta === null ? null : showDelta(delta, unit).replace('-', '−');
}
