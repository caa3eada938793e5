import type { GlowMessage } from '@tealight/contract';
import { trendWords } from '@tealight/glucose';
import { ageWords } from '../../ui/age.ts';
import { zoneWords } from '../../ui/zone-words.ts';
import type { Light, Link } from './light.ts';

/** What the light means, in words: `In range, steady`. With the number only when the wearer wants to see it. */
export function lightWords({ reading }: Light, showsNumber: boolean): string {
  if (reading === null) return 'No current data';
  if (reading.trying)
    return `Trying out: ${reading.zone === null ? 'no data' : zoneWords[reading.zone].toLowerCase()}`;
  const trend = trendWords[reading.trend];
  const meaning = reading.zone === null ? trend : `${zoneWords[reading.zone]}, ${trend.toLowerCase()}`;
  return showsNumber ? `${reading.text} ${reading.unit}. ${meaning}` : meaning;
}

/** How old the reading behind the light is; empty without one. */
export function ageOf(reading: GlowMessage | null, now: number): string {
  return reading?.time ? `Received ${ageWords(reading.time, now)}` : '';
}

/** How the lamp stands with its feed, where that needs saying. */
export const linkWords: Readonly<Record<Link, string>> = {
  'no-code': '',
  joining: 'Connecting',
  joined: '',
  lost: 'The connection is lost. We keep trying, and the lamp turns white when its reading runs out',
  'wrong-code': 'This connection code is not known. Look it up on your dashboard',
  'slow-down': 'Too many tries. The lamp tries again in a minute',
};
