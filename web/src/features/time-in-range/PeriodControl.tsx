import { type StatisticsPeriod, statisticsPeriods } from '@tealight/contract';
import classes from './statistics.module.css';
import { Segments } from './summary/Segments.tsx';
import { periodText } from './text.ts';

export type PeriodControlProps = { period: StatisticsPeriod; onChange: (period: StatisticsPeriod) => void };

/** Selects the period of the statistics. */
export function PeriodControl({ period, onChange }: PeriodControlProps) {
  return (
    <div className={classes.periods}>
      <Segments
        label="Period"
        value={period}
        onChange={onChange}
        choices={statisticsPeriods.map((value) => ({ value, label: <PeriodLabel period={value} /> }))}
      />
    </div>
  );
}

/** Short on the screen, in full for screen readers. */
function PeriodLabel({ period }: { period: StatisticsPeriod }) {
  return (
    <>
      <span aria-hidden="true">{period.replace(/(\d+)/, '$1\u00a0')}</span>
      <span className={classes.hidden}>{periodText[period]}</span>
    </>
  );
}
