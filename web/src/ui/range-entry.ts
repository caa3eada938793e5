import {
  type Range,
  type RangeDraft,
  type RangeMistakes,
  rangeMistakes,
  switchUnit,
  type Unit,
} from '@tealight/glucose';

export const setpoints = ['high', 'inRange', 'low'] as const;
export type Setpoint = (typeof setpoints)[number];

/** A range while it is being typed: each setpoint as its text, `before` to bring back what stood ahead of a switch. */
export type RangeEntry = { unit: Unit; texts: Record<Setpoint, string>; before?: RangeDraft['before'] };

/** Digits, and two decimals after a point or a comma. Both units: 5.6 typed under mg/dL must not become 56. */
const typeable = /^\d{0,5}([.,]\d{0,2})?$/;

/** What the form starts with: the saved range, or nothing yet in mg/dL. */
export function entryOf(range: Range | null): RangeEntry {
  return range === null ? { unit: 'mg/dL', texts: { high: '', inRange: '', low: '' } } : shown(range);
}

function shown({ unit, ...range }: RangeDraft): RangeEntry {
  const text = (value: number) => (Number.isNaN(value) ? '' : String(value));
  const texts = { high: text(range.high), inRange: text(range.inRange), low: text(range.low) };
  return { unit, texts, ...(range.before && { before: range.before }) };
}

/** The entry with one setpoint typed anew, or null when that is no number and no beginning of one. */
export function typed(entry: RangeEntry, setpoint: Setpoint, text: string): RangeEntry | null {
  const trimmed = text.trim();
  if (!typeable.test(trimmed)) return null;
  return { ...entry, texts: { ...entry.texts, [setpoint]: trimmed } };
}

/** The entry in another unit; there and back again without an edit brings back the very values. */
export function inUnit(entry: RangeEntry, unit: Unit): RangeEntry {
  return entry.unit === unit ? entry : shown(switchUnit({ ...rangeOf(entry), ...beforeOf(entry) }, unit));
}

const beforeOf = ({ before }: RangeEntry) => (before ? { before } : {});

/** The three numbers as typed, point or comma; an empty or unfinished one is NaN. */
export function rangeOf({ unit, texts }: RangeEntry): Range {
  const number = (text: string) => (text === '' ? Number.NaN : Number(text.replace(',', '.')));
  return { unit, high: number(texts.high), inRange: number(texts.inRange), low: number(texts.low) };
}

/** The sentence for each setpoint that is wrong; an empty one is only unfinished. */
export function mistakesIn(entry: RangeEntry): RangeMistakes {
  const mistakes = rangeMistakes(rangeOf(entry));
  for (const setpoint of setpoints) if (entry.texts[setpoint] === '') delete mistakes[setpoint];
  return mistakes;
}

/** Whether all three values are there and right. */
export function isSavable(entry: RangeEntry): boolean {
  return Object.keys(rangeMistakes(rangeOf(entry))).length === 0;
}
