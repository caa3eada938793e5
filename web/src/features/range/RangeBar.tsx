import { gradientOf, type Palette, type Range, setpointsOf, showValue } from '@tealight/glucose';
import classes from './RangeBar.module.css';
import { setpointTexts } from './range-values.ts';

/** Color stops; enough for a smooth gradient on the widest card. */
const STEPS = 32;

const colorNames: Readonly<Record<Palette, readonly [low: string, inRange: string, high: string]>> = {
  classic: ['red', 'green', 'violet'],
  safe: ['red', 'blue', 'amber'],
};

export type RangeBarProps = {
  /** The range, or null while there is none: the bar then has no colors yet. */
  range: Range | null;
  palette: Palette;
  /** The range is one to start from, not the wearer's own. */
  isSuggested?: boolean;
  /** A reading to mark on the bar, in the unit of the range. */
  mark?: number | null;
};

/** The color gradient of the lamps, from the low to the high setpoint. */
export function RangeBar({ range, palette, isSuggested = false, mark = null }: RangeBarProps) {
  const colors = gradientOf(range && setpointsOf(range), palette, STEPS);
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={`${isSuggested ? 'Suggested. ' : ''}${barLabel(range, palette)}${markLabel(range, mark)}`}
      style={{ background: `linear-gradient(90deg, ${colors.join(', ')})` }}
    >
      {range && <i className={classes.tick} style={{ left: positionOf(range.inRange, range) }} />}
      {range && mark !== null && <i className={classes.mark} style={{ left: positionOf(mark, range) }} />}
    </div>
  );
}

function positionOf(value: number, { low, high }: Range): string {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return `${100 * Math.min(1, Math.max(0, share))}%`;
}

const markLabel = (range: Range | null, mark: number | null): string =>
  range === null || mark === null ? '' : `. Your reading now: ${showValue(mark, range.unit)}`;

function barLabel(range: Range | null, palette: Palette): string {
  if (range === null) return 'No colors yet: the range is not set';
  const [low, inRange, high] = colorNames[palette];
  const texts = setpointTexts(range);
  return `From ${low} at ${texts.low} through ${inRange} at ${texts.inRange} to ${high} at ${texts.high} ${range.unit}`;
}
