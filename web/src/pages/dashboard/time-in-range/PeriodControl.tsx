import { SegmentedControl } from '@mantine/core';
import { type StoryPeriod, storyPeriods } from '@tealight/contract';
import classes from './story.module.css';
import { periodWords } from './words.ts';

export type PeriodControlProps = { period: StoryPeriod; onChange: (period: StoryPeriod) => void };

/** How far back the story goes. */
export function PeriodControl({ period, onChange }: PeriodControlProps) {
  return (
    <SegmentedControl
      className={classes.periods ?? ''}
      aria-label="Period"
      size="xs"
      radius="xl"
      value={period}
      onChange={onChange}
      data={storyPeriods.map((value) => ({ value, label: <PeriodLabel period={value} /> }))}
    />
  );
}

/** Short to look at, whole to listen to. */
function PeriodLabel({ period }: { period: StoryPeriod }) {
  return (
    <>
      <span aria-hidden="true">{period.replace(/(\d+)/, '$1 ')}</span>
      <span className={classes.hidden}>{periodWords[period]}</span>
    </>
  );
}
