import type { ShownReading } from '@tealight/contract';
import { showDelta, showValue, trendWords, type Unit } from '@tealight/glucose';
import { zoneText } from './zone-text.ts';

type Reading = ReturnType<typeof ShownReading.parse>;

/** Trend and zone in words: `Steady, in range`. */
export function trendAndZoneText({ trend, zone }: Reading): string {
  return zone === null ? trendWords[trend] : `${trendWords[trend]}, ${zoneText[zone].toLowerCase()}`;
}

/** A reading's value with its unit: `112 mg/dL`, `6.22 mmol/L`. */
export const valueText = ({ value }: Reading, unit: Unit): string => `${showValue(value, unit)} ${unit}`;

/** The change since the previous reading, with a minus sign (U+2212); null if unknown. */
export function deltaText({ delta }: Reading, unit: Unit): string | null {
  return delta === null ? null : showDelta(delta, unit).replace('-', '−');
}
