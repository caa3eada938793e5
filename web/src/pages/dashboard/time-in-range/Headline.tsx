import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { StoryComparison } from '@tealight/contract';
import type { Unit } from '@tealight/glucose';
import type { BandRow } from './bands.ts';
import classes from './numbers.module.css';

export type HeadlineProps = { rows: readonly BandRow[]; unit: Unit; comparison: StoryComparison | null };

/** The one number that matters most, and how it has changed. */
export function Headline({ rows, unit, comparison }: HeadlineProps) {
  const target = rows.find(({ band }) => band === 'target');
  return (
    <div className={classes.headline}>
      <p>
        <b>{target?.percent}</b>
        in target, {target?.limits} {unit}
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
