import type { GlowMessage } from '@tealight/contract';
import { readingWithUnit, trendWords } from '@tealight/glucose';
import { ageText, clockText, minutesLeft } from '../features/reading/age.ts';
import { alarmKindText } from '../text/alarms/kinds.ts';
import { lampText } from '../text/lamp.ts';
import { readingText } from '../text/reading.ts';
import type { FeedState, Light, Snooze } from './light.ts';

/** The meaning of the light: `In range, steady`; with the value if it is shown, and the alarm that rings or is snoozed first. */
export function lightText({ reading, alarm, snooze }: Light, showsNumber: boolean, now: number): string {
  const meaning = meaningOf(reading, showsNumber);
  if (alarm !== null) return lampText.light.alarm({ kind: alarmKindText.names[alarm], meaning });
  if (snooze === null) return meaning;
  const { kind, until } = snooze;
  return lampText.light.snoozed({
    kind: alarmKindText.names[kind],
    time: clockText(new Date(until).toISOString(), now),
    meaning,
  });
}

/** How long the alarm is still silent; it counts down, so it is not for a screen reader. */
export const snoozeText = ({ kind, until }: Snooze, now: number): string =>
  lampText.light.snoozedFor({
    kind: alarmKindText.names[kind],
    minutes: minutesLeft(until, now),
  });

function meaningOf(reading: GlowMessage | null, showsNumber: boolean): string {
  const { noData, tryingNoData, trying, inZone, withValue } = lampText.light;
  if (reading === null) return noData;
  const zone = reading.zone === null ? null : readingText.zone[reading.zone];
  if (reading.trying) return zone === null ? tryingNoData : trying({ zone: zone.toLowerCase() });
  const trend = trendWords[reading.trend];
  const meaning = zone === null ? trend : inZone({ zone, trend: trend.toLowerCase() });
  if (!showsNumber || reading.value === null) return meaning;
  return withValue({ value: asFirst(readingWithUnit(reading.value, reading.unit)), meaning });
}

/** Words at the beginning of a sentence: `Below 40 mg/dL`. */
const asFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** How old the reading behind the light is; empty without one. */
export function ageOf(reading: GlowMessage | null, now: number): string {
  return reading?.time ? lampText.light.received({ age: ageText(reading.time, now) }) : '';
}

/** The message for a state of the connection; empty where none is needed. */
export function feedStateText(state: FeedState): string {
  const { joining, lost, wrongCode, slowDown } = lampText.connection;
  const texts = { 'no-code': '', joining, joined: '', lost, 'wrong-code': wrongCode, 'slow-down': slowDown };
  return texts[state];
}
