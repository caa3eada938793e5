import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { StoryComparison, StoryNumbers } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import type { BandRow } from './bands.ts';
import classes from './numbers.module.css';
import { spanWords } from './words.ts';

export type HeadlineProps = {
  rows: readonly BandRow[];
  numbers: StoryNumbers;
  unit: Unit;
  comparison: StoryComparison | null;
};

/** With fewer of the expected readings than this, the headline says of how much time it speaks. */
const MOST_OF_IT = 0.7;

/** The one number that matters most, and how it has changed. */
export function Headline({ rows, numbers, unit, comparison }: HeadlineProps) {
  const { coveredMs, sufficiency } = numbers;
  const { coverage } = sufficiency;
  const target = rows.find(({ band }) => band === 'target');
  return (
    <div className={classes.headline}>
      <p>
        <b>{target?.percent}</b>
        in target, {target?.limits} {unit}
        {coverage < MOST_OF_IT && `, of the ${spanWords(coveredMs)} with readings`}
      </p>
      {comparison && (
        <p className={classes.compared}>
          <Way points={comparison.targetPoints} /> {comparison.sentence}
        </p>
      )}
    </div>
  );
}

function Way({ points }: { points: number }) {
  const whole = Math.round(points);
  const Icon = whole > 0 ? IconArrowUpRight : whole < 0 ? IconArrowDownRight : IconArrowRight;
  return <Icon size={18} aria-hidden="true" style={{ verticalAlign: '-0.2em' }} />;
}
