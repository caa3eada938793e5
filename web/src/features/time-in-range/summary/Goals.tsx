import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import type { StatisticsNumbers } from '@tealight/contract';
import { bandsOf, type GoalMeasure, type Population, showPercent, type Unit } from '@tealight/glucose';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import { showLevel } from '../text.ts';
import classes from './lists.module.css';

type Goal = NonNullable<StatisticsNumbers['goals']>[number];

export type GoalsProps = {
  goals: readonly Goal[];
  population: Population;
  unit: Unit;
};

/** Which of the consensus goals are met; shown only with enough readings. */
export function Goals({ goals, population, unit }: GoalsProps) {
  return (
    <section aria-label={timeInRangeText.goals.title} className={classes.list}>
      <h3>{timeInRangeText.goals.title}</h3>
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
              <small>{outcomeText({ than, percent, isMet })}</small>
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

function outcomeText({ than, percent, isMet }: Pick<Goal, 'than' | 'percent' | 'isMet'>): string {
  const { lessMet, lessNotMet, moreMet, moreNotMet } = timeInRangeText.goals;
  if (than === 'less') return isMet ? lessMet({ percent }) : lessNotMet({ percent });
  return isMet ? moreMet({ percent }) : moreNotMet({ percent });
}

/** A measure by its limits: `Below 70`, `In 70–180`. */
function measureText(measure: GoalMeasure, population: Population, unit: Unit): string {
  const limits = (band: string) => bandsOf(population).find((one) => one.band === band);
  const show = (mgdl: number | null | undefined) => showLevel(mgdl ?? 0, unit);
  const target = limits('target');
  const { below, within, above } = timeInRangeText.goals;
  const words: Record<GoalMeasure, string> = {
    'very-low': below({ limit: show(limits('low')?.from) }),
    below: below({ limit: show(target?.from) }),
    target: within({ from: show(target?.from), to: show(target?.to) }),
    above: above({ limit: show(target?.to) }),
    'very-high': above({ limit: show(limits('high')?.to) }),
  };
  return words[measure];
}
