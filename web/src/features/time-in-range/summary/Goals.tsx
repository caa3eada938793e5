import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import type { StatisticsNumbers } from '@tealight/contract';
import { bandsOf, type GoalMeasure, type Population, showPercent, type Unit } from '@tealight/glucose';
import { showLevel } from '../text.ts';
import classes from './lists.module.css';

export type GoalsProps = {
  goals: NonNullable<StatisticsNumbers['goals']>;
  population: Population;
  unit: Unit;
};

/** Which of the consensus goals are met; shown only with enough readings. */
export function Goals({ goals, population, unit }: GoalsProps) {
  return (
    <section aria-label="Goals" className={classes.list}>
      <h3>Goals</h3>
      <ul>
        {goals.map(({ measure, than, percent, share, isMet }) => (
          <li key={measure} data-met={isMet}>
            {isMet ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconPointFilled size={18} aria-hidden="true" />
            )}
            <span>
              {measureText(measure, population, unit)} <b>{shareText(share)}</b>
              <small>
                goal {than} than {percent}%: {isMet ? 'met' : 'not met'}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Small shares decide between goals of 1 and 4 percent: they have a decimal. */
const shareText = (share: number): string =>
  share > 0 && share < 0.1 ? `${(100 * share).toFixed(1)}%` : showPercent(share);

/** A measure by its limits: `Below 70`, `In 70–180`. */
function measureText(measure: GoalMeasure, population: Population, unit: Unit): string {
  const limits = (band: string) => bandsOf(population).find((one) => one.band === band);
  const show = (mgdl: number | null | undefined) => showLevel(mgdl ?? 0, unit);
  const target = limits('target');
  const words: Record<GoalMeasure, string> = {
    'very-low': `Below ${show(limits('low')?.from)}`,
    below: `Below ${show(target?.from)}`,
    target: `In ${show(target?.from)}–${show(target?.to)}`,
    above: `Above ${show(target?.to)}`,
    'very-high': `Above ${show(limits('high')?.to)}`,
  };
  return words[measure];
}
