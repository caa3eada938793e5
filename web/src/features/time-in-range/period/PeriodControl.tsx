import { type ChosenPeriod, type StatisticsPeriod, statisticsPeriods } from '@tealight/contract';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from '../statistics.module.css';
import { Segments } from '../summary/Segments.tsx';
import { lengthText } from './chosen-period.ts';

export type PeriodControlProps = {
  chosen: ChosenPeriod;
  onChange: (period: StatisticsPeriod) => void;
  /** Other dates are asked for. */
  onDates: () => void;
};

const DATES = 'dates';

/** Selects the period of the statistics: one up to now, or other dates. */
export function PeriodControl({ chosen, onChange, onDates }: PeriodControlProps) {
  return (
    <div className={classes.periods}>
      <Segments
        label={timeInRangeText.period.label}
        value={typeof chosen === 'string' ? chosen : DATES}
        onChange={(value) => (value === DATES ? onDates() : onChange(value))}
        choices={[
          ...statisticsPeriods.map((value) => ({ value, label: <PeriodLabel period={value} /> })),
          { value: DATES, label: <DatesLabel /> },
        ]}
      />
    </div>
  );
}

/** Short on the screen, in full for screen readers. */
function PeriodLabel({ period }: { period: StatisticsPeriod }) {
  return (
    <>
      <span aria-hidden="true">{period.replace(/(\d+)/, '$1\u00a0')}</span>
      <span className={classes.hidden}>{lengthText(period)}</span>
    </>
  );
}

/** Short on a phone, in full for everybody else. */
function DatesLabel() {
  return (
    <>
      <span className={classes.short} aria-hidden="true">
        {timeInRangeText.period.otherDatesShort}
      </span>
      <span className={classes.long}>{timeInRangeText.period.otherDates}</span>
    </>
  );
}
