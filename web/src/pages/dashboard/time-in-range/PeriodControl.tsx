import { type StoryPeriod, storyPeriods } from '@tealight/contract';
import { Segments } from './Segments.tsx';
import classes from './story.module.css';
import { periodWords } from './words.ts';

export type PeriodControlProps = { period: StoryPeriod; onChange: (period: StoryPeriod) => void };

/** How far back the story goes. */
export function PeriodControl({ period, onChange }: PeriodControlProps) {
  return (
    <div className={classes.periods}>
      <Segments
        label="Period"
        value={period}
        onChange={onChange}
        choices={storyPeriods.map((value) => ({ value, label: <PeriodLabel period={value} /> }))}
      />
    </div>
  );
}

/** Short to look at, whole to listen to. */
function PeriodLabel({ period }: { period: StoryPeriod }) {
  return (
    <>
      <span aria-hidden="true">{period.replace(/(\d+)/, '$1\u00a0')}</span>
      <span className={classes.hidden}>{periodWords[period]}</span>
    </>
  );
}
