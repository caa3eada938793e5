import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListedWearer } from '@tealight/contract';
import { trendArrows } from '@tealight/glucose';
import { AccentInitial } from '../../components/AccentInitial.tsx';
import { useNow } from '../../components/use-now.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery, nameOf } from '../../data/wearer/wearers.ts';
import { peopleSwitchText } from '../../text/people/people-switch.ts';
import { ageText } from '../reading/age.ts';
import { currentOf } from '../reading/current-of.ts';
import { valueText } from '../reading/reading-text.ts';
import classes from './wearer-switch.module.css';

export type WearerLineProps = {
  wearer: ListedWearer;
  /** Whether the page shows this wearer, which the menu item says to screen readers. */
  isCurrent: boolean;
};

/** A wearer at a glance, for screen readers in this order: name, value, age. */
export function WearerLine({ wearer, isCurrent }: WearerLineProps) {
  const { value, arrow, age } = useGlance(wearer.id);
  return (
    <span className={classes.line}>
      <AccentInitial name={nameOf(wearer)} accent={wearer.accent} />
      <span className={classes.facts}>
        <b>{nameOf(wearer)}</b>{' '}
        <span>
          {value} {arrow && <span aria-hidden="true">{arrow}</span>}
        </span>{' '}
        {age && <span className={classes.age}>{age}</span>}
      </span>
      {isCurrent && <IconCheck size={20} stroke={2.5} aria-hidden="true" />}
    </span>
  );
}

type Shown = { value: string; arrow: string | null; age: string | null };

/** What is known of a wearer's current reading, by the rules of the dashboard. */
function useGlance(id: string): Shown {
  const { data } = useQuery({ ...glancesQuery, refetchOnMount: 'always' }, accountClient);
  const now = useNow();
  const glance = data?.find((one) => one.id === id);
  if (data === undefined) return { value: peopleSwitchText.loading, arrow: null, age: null };
  const { status } = glance?.connection ?? { status: 'noCurrentData' };
  const readings = { currentCgmReading: glance?.reading ?? null, previousCgmReading: null };
  const { current, last } = currentOf(readings, status, now);
  if (glance === undefined || current === null)
    return { value: peopleSwitchText.noReading, arrow: null, age: last && ageText(last.time, now) };
  return {
    value: valueText(current, glance.unit),
    arrow: current.trend === 'unknown' ? null : trendArrows[current.trend],
    age: ageText(current.time, now),
  };
}
