import type { StatisticsSettings } from '@tealight/contract';
import { TextButton } from '../../../components/TextButton.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from '../statistics.module.css';

export type FootnoteProps = {
  settings: StatisticsSettings;
  /** Null: the reader may not change them. */
  onChange: (() => void) | null;
};

/** The reference of the bands and goals, and the medical notice. */
export function Footnote({ settings, onChange }: FootnoteProps) {
  return (
    <p className={classes.footnote}>
      {timeInRangeText.footnote.source({ people: timeInRangeText.people[settings.population] })}{' '}
      {onChange && (
        <span className={classes.screen}>
          <TextButton onClick={onChange}>{timeInRangeText.footnote.change}</TextButton>.{' '}
        </span>
      )}
      {timeInRangeText.footnote.notAdvice}
    </p>
  );
}
