import type { StatisticsSettings } from '@tealight/contract';
import { TextButton } from '../../../components/TextButton.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from '../statistics.module.css';

/** The reference of the bands and goals, and the medical notice. */
export function Footnote({ settings, onChange }: { settings: StatisticsSettings; onChange: () => void }) {
  return (
    <p className={classes.footnote}>
      {timeInRangeText.footnote.source({ people: timeInRangeText.people[settings.population] })}{' '}
      <span className={classes.screen}>
        <TextButton onClick={onChange}>{timeInRangeText.footnote.change}</TextButton>.{' '}
      </span>
      {timeInRangeText.footnote.notAdvice}
    </p>
  );
}
