import { gradientOf, type Palette, type Range, setpointsOf } from '@tealight/glucose';
import classes from './RangeBar.module.css';

/** Enough that no step can be seen on the widest card. */
const STEPS = 32;

const colourWords: Readonly<Record<Palette, readonly [low: string, inRange: string, high: string]>> = {
  classic: ['red', 'green', 'violet'],
  safe: ['red', 'blue', 'amber'],
};

export type RangeBarProps = {
  /** The range, or null while there is none: the bar then has no colours yet. */
  range: Range | null;
  palette: Palette;
  /** A reading to mark on the bar, in the unit of the range. */
  mark?: number | null;
};

/** The colours on the way from the low to the high setpoint, as every lamp goes through them. */
export function RangeBar({ range, palette, mark = null }: RangeBarProps) {
  const colours = gradientOf(range && setpointsOf(range), palette, STEPS);
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={barWords(range, palette)}
      style={{ background: `linear-gradient(90deg, ${colours.join(', ')})` }}
    >
      {range && <i className={classes.tick} style={{ left: placeOf(range.inRange, range) }} />}
      {range && mark !== null && <i className={classes.mark} style={{ left: placeOf(mark, range) }} />}
    </div>
  );
}

function placeOf(value: number, { low, high }: Range): string {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return `${100 * Math.min(1, Math.max(0, share))}%`;
}

function barWords(range: Range | null, palette: Palette): string {
  if (range === null) return 'No colours yet: the range is not set';
  const [low, inRange, high] = colourWords[palette];
  return `From ${low} at ${range.low} through ${inRange} at ${range.inRange} to ${high} at ${range.high} ${range.unit}`;
}
