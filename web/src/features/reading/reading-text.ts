import type { ShownReading } from '@tealight/contract';
import {
  convert,
  readingWithUnit,
  showDelta,
  trendWords,
  type Unit,
  type Urgency,
  urgencyOf,
  urgencyWords,
} from '@tealight/glucose';
import { readingText } from '../../text/reading.ts';
import { ageText } from './age.ts';

type Reading = ReturnType<typeof ShownReading.parse>;

/** Trend and zone in words: `Steady, in range`; `Falling, urgent low`. */
export function trendAndZoneText(reading: Reading, unit: Unit): string {
  const { trend, zone } = reading;
  const urgency = urgencyOfReading(reading, unit);
  const where = urgency === null ? zone && readingText.zone[zone] : urgencyWords[urgency];
  return where === null
    ? trendWords[trend]
    : readingText.trendAndZone({ trend: trendWords[trend], zone: where.toLowerCase() });
}

/** Whether a reading, whose value is in `unit`, is urgent. */
export const urgencyOfReading = ({ value }: Reading, unit: Unit): Urgency | null =>
  urgencyOf(convert(value, unit, 'mg/dL'));

/** A reading's value with its unit: `112 mg/dL`, `6.22 mmol/L`, `below 40 mg/dL`. */
export const valueText = ({ value }: Reading, unit: Unit): string => readingWithUnit(value, unit);

/** The change since the previous reading, with a minus sign (U+2212); null if unknown. */
export function deltaText({ delta }: Reading, unit: Unit): string | null {
  return delta === null ? null : showDelta(delta, unit).replace('-', '−');
}

/** A reading as one sentence: `Urgent low: 48 mg/dL, falling, change −12, 1 min ago`. */
export function announcementText(reading: Reading, unit: Unit, now: number): string {
  const urgency = urgencyOfReading(reading, unit);
  const where = urgency === null ? reading.zone && readingText.zone[reading.zone] : urgencyWords[urgency];
  const delta = deltaText(reading, unit);
  const facts = [
    valueText(reading, unit),
    trendWords[reading.trend].toLowerCase(),
    ...(delta === null ? [] : [readingText.announcement.change({ delta })]),
    ageText(reading.time, now),
  ].join(', ');
  return where === null ? facts : readingText.announcement.withZone({ zone: where, facts });
}
