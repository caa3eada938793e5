import type { GlowMessage } from '@tealight/contract';
import { trendWords } from '@tealight/glucose';
import { ageText } from '../features/reading/age.ts';
import { readingText } from '../text/reading.ts';
import type { FeedState, Light } from './light.ts';

/** The meaning of the light: `In range, steady`; with the value if it is shown. */
export function lightText({ reading }: Light, showsNumber: boolean): string {
  if (reading === null) return 'No current data';
  if (reading.trying)
    return `Trying out: ${reading.zone === null ? 'no data' : readingText.zone[reading.zone].toLowerCase()}`;
  const trend = trendWords[reading.trend];
  const meaning = reading.zone === null ? trend : `${readingText.zone[reading.zone]}, ${trend.toLowerCase()}`;
  return showsNumber ? `${reading.text} ${reading.unit}. ${meaning}` : meaning;
}

/** How old the reading behind the light is; empty without one. */
export function ageOf(reading: GlowMessage | null, now: number): string {
  return reading?.time ? `Received ${ageText(reading.time, now)}` : '';
}

/** The message for each state of the connection; empty where none is needed. */
export const feedStateText: Readonly<Record<FeedState, string>> = {
  'no-code': '',
  joining: 'Connecting',
  joined: '',
  lost: 'The connection is lost. We keep trying, and the lamp turns white when its reading runs out',
  'wrong-code': 'Unknown connection code. You find your code on the dashboard',
  'slow-down': 'Too many attempts. The lamp tries again in a minute',
};
