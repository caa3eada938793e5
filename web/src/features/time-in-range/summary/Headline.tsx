import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { StatisticsComparison, StatisticsNumbers } from '@tealight/contract';
import { ENOUGH_COVERAGE, type Unit } from '@tealight/glucose';
import { Sentence } from '../../../text/Sentence.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { durationText } from '../text.ts';
import type { BandRow } from './bands.ts';
import classes from './numbers.module.css';

export type HeadlineProps = {
  rows: readonly BandRow[];
  numbers: StatisticsNumbers;
  unit: Unit;
  comparison: StatisticsComparison | null;
};

/** Time in range, and its change since the previous period. Where few readings came, of how much time it is. */
export function Headline({ rows, numbers, unit, comparison }: HeadlineProps) {
  const { coveredMs, sufficiency } = numbers;
  const { coverage } = sufficiency;
  const target = rows.find(({ band }) => band === 'target');
  const values = { percent: target?.percent ?? '', limits: target?.limits ?? '', unit };
  return (
    <div className={classes.headline}>
      <p>
        <Sentence
          text={
            coverage < ENOUGH_COVERAGE
              ? timeInRangeText.headline.targetOf({ ...values, time: durationText(coveredMs) })
              : timeInRangeText.headline.target(values)
          }
          parts={{ percent: (words) => <b>{words}</b> }}
        />
      </p>
      {comparison && (
        <p className={classes.compared}>
          <ChangeArrow points={comparison.targetPoints} /> {comparison.sentence}
        </p>
      )}
    </div>
  );
}

function ChangeArrow({ points }: { points: number }) {
  const whole = Math.round(points);
  const Icon = whole > 0 ? IconArrowUpRight : whole < 0 ? IconArrowDownRight : IconArrowRight;
  return <Icon size={18} aria-hidden="true" style={{ verticalAlign: '-0.2em' }} />;
}
