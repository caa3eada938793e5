import { type Range, rangeLimits } from './range.ts';

/** One sentence for each value that cannot be saved; empty for a valid range. */
export type RangeMistakes = { high?: string; inRange?: string; low?: string };

const INCORRECT = 'Value is incorrect';

/**
 * The errors of a typed range, as sentences for the wearer.
 *
 * Units   those of the draft; the limits are named in the same unit.
 * Edges   equal values are allowed, the limits themselves too. Zero and what is no finite number (an empty
 *         input is NaN) are incorrect, and so is a negative high, which no limit names. An in-range value is
 *         compared only with neighbors that are not incorrect themselves; the high setpoint is compared first.
 *         A low above high needs no sentence of its own: no in-range value fits between them.
 */
export function rangeMistakes(draft: Range): RangeMistakes {
  const high = mistakeInHigh(draft);
  const inRange = mistakeInRange(draft);
  const low = mistakeInLow(draft);
  return { ...(high && { high }), ...(inRange && { inRange }), ...(low && { low }) };
}

function mistakeInHigh({ unit, high }: Range): string | undefined {
  const { highMax } = rangeLimits[unit];
  if (!isTyped(high) || high < 0) return INCORRECT;
  return high > highMax ? `Value is too high, max ${highMax}` : undefined;
}

function mistakeInLow({ unit, low }: Range): string | undefined {
  const { lowMin } = rangeLimits[unit];
  if (!isTyped(low)) return INCORRECT;
  return low < lowMin ? `Value is too low, min ${lowMin}` : undefined;
}

function mistakeInRange({ high, inRange, low }: Range): string | undefined {
  if (!isTyped(inRange)) return INCORRECT;
  if (isTyped(high) && inRange > high) return 'Value must be lower than high setpoint';
  if (isTyped(low) && inRange < low) return 'Value must be higher than low setpoint';
  return undefined;
}

function isTyped(value: number): boolean {
  return Number.isFinite(value) && value !== 0;
}
