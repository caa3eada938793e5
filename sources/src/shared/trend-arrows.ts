import type { Trend } from '@tealight/glucose';

/** Dexcom's arrows, which Nightscout uses too by name and number. The triple arrows come from CareLink uploaders. */
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

/** By number, 1 to 7; 0, 8 and 9 mean no direction. */
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

/** An arrow by name, whatever its case and spaces, or by number, also as text. Anything else is `unknown`. */
export function trendOfArrow(arrow: string | number | null | undefined): Trend {
  const name = String(arrow ?? '')
    .replace(/[\s_]/g, '')
    .toLowerCase();
  return arrows.get(/^\d$/.test(name) ? (numbered[Number(name)] ?? '') : name) ?? 'unknown';
}
