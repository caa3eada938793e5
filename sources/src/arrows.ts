import type { Trend } from '@tealight/glucose';

/** Dexcom's arrows, whose names and numbers Nightscout took over; the triple ones come from CareLink feeds. */
const arrows = new Map<string, Trend>([
  ['tripleup', 'rising-fast'],
  ['doubleup', 'rising-fast'],
  ['singleup', 'rising'],
  ['fortyfiveup', 'rising-slowly'],
  ['flat', 'steady'],
  ['fortyfivedown', 'falling-slowly'],
  ['singledown', 'falling'],
  ['doubledown', 'falling-fast'],
  ['tripledown', 'falling-fast'],
]);

/** 1 to 7 in order; 0, 8 and 9 are no direction. */
const numbered = [
  '',
  'doubleup',
  'singleup',
  'fortyfiveup',
  'flat',
  'fortyfivedown',
  'singledown',
  'doubledown',
];

/** An arrow by name, whatever its case and gaps, or by number, also as text. What is no arrow is `unknown`. */
export function trendOf(arrow: string | number | null | undefined): Trend {
  const name = String(arrow ?? '')
    .replace(/[\s_]/g, '')
    .toLowerCase();
  return arrows.get(/^\d$/.test(name) ? (numbered[Number(name)] ?? '') : name) ?? 'unknown';
}
