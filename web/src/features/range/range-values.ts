import {
  convertRange,
  type Range,
  type RangeDraft,
  type RangeMistakes,
  rangeMistakes,
  switchUnit,
  type Unit,
} from '@tealight/glucose';

export const setpoints = ['high', 'inRange', 'low'] as const;
export type Setpoint = (typeof setpoints)[number];

/** A range as form values: each setpoint as text; `before` holds the values before the unit was switched. */
export type RangeValues = { unit: Unit; texts: Record<Setpoint, string>; before?: RangeDraft['before'] };

/** Digits, and two decimals after a point or a comma, in both units: 5.6 typed under mg/dL must not become 56. */
const numberPattern = /^\d{0,5}([.,]\d{0,2})?$/;

/** The initial values: the saved range, or empty fields in mg/dL. */
export function valuesOf(range: Range | null): RangeValues {
  return range === null ? { unit: 'mg/dL', texts: { high: '', inRange: '', low: '' } } : shown(range);
}

function shown({ before, ...range }: RangeDraft): RangeValues {
  return { unit: range.unit, texts: setpointTexts(range), ...(before && { before }) };
}

/** The setpoints as text, each with as many decimals as the others: `10.0`, `5.6`, `3.9`. Empty for NaN. */
export function setpointTexts({ unit, high, inRange, low }: Range): Record<Setpoint, string> {
  const typed = [high, inRange, low].filter((value) => !Number.isNaN(value));
  const decimals = Math.max(unit === 'mmol/L' ? 1 : 0, ...typed.map(decimalsOf));
  const text = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(decimals));
  return { high: text(high), inRange: text(inRange), low: text(low) };
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** The target range of the consensus (Battelino et al., Diabetes Care 2019;42:1593); its middle is our own choice. */
const suggestedMgdl: Range = { unit: 'mg/dL', high: 180, inRange: 110, low: 70 };

/** Setpoints to start from. */
export const suggestedRange = (unit: Unit): Range => convertRange(suggestedMgdl, unit);

/** Whether nothing has been typed. */
export const isEmpty = ({ texts }: RangeValues): boolean => setpoints.every((one) => texts[one] === '');

/** The values with one setpoint changed, or null when the text is not a number or the start of one. */
export function withSetpoint(values: RangeValues, setpoint: Setpoint, text: string): RangeValues | null {
  const trimmed = text.trim();
  if (!numberPattern.test(trimmed)) return null;
  return { ...values, texts: { ...values.texts, [setpoint]: trimmed } };
}

/** The values in another unit; switching back without an edit restores the original values. */
export function convertTo(values: RangeValues, unit: Unit): RangeValues {
  return values.unit === unit ? values : shown(switchUnit({ ...rangeOf(values), ...beforeOf(values) }, unit));
}

const beforeOf = ({ before }: RangeValues) => (before ? { before } : {});

/** The three numbers as typed, point or comma; an empty or unfinished one is NaN. */
export function rangeOf({ unit, texts }: RangeValues): Range {
  const number = (text: string) => (text === '' ? Number.NaN : Number(text.replace(',', '.')));
  return { unit, high: number(texts.high), inRange: number(texts.inRange), low: number(texts.low) };
}

/** The error of each invalid setpoint; an empty one is not an error yet. */
export function errorsOf(values: RangeValues): RangeMistakes {
  const errors = rangeMistakes(rangeOf(values));
  for (const setpoint of setpoints) if (values.texts[setpoint] === '') delete errors[setpoint];
  return errors;
}

/** Whether all three values are valid. */
export function isSavable(values: RangeValues): boolean {
  return Object.keys(rangeMistakes(rangeOf(values))).length === 0;
}
