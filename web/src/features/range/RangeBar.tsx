import { gradientOf, type Palette, type Range, readingWithUnit, setpointsOf } from '@tealight/glucose';
import { rangeText } from '../../text/range.ts';
import classes from './RangeBar.module.css';
import { setpointTexts } from './range-values.ts';

/** Color stops; enough for a smooth gradient on the widest card. */
const STEPS = 32;

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
export function RangeBar(props: RangeBarProps) {
  const { range, palette, mark = null } = props;
  const colors = gradientOf(range && setpointsOf(range), palette, STEPS);
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={barLabel(props)}
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

function barLabel({ range, palette, isSuggested = false, mark = null }: RangeBarProps): string {
  const { noRange, colors: colorsOf, suggested, withReading } = rangeText.bar;
  if (range === null) return noRange;
  const own = colorsOf[palette]({ ...setpointTexts(range), unit: range.unit });
  const colors = isSuggested ? suggested({ colors: own }) : own;
  return mark === null ? colors : withReading({ colors, value: readingWithUnit(mark, range.unit) });
}
