import type { Population } from '@tealight/glucose';
import { TextButton } from '../../../components/TextButton.tsx';
import { timeInRangeText } from '../../../text/time-in-range.ts';
import classes from '../statistics.module.css';

export type FootnoteProps = {
  /** Whose bands and goals; null until known. */
  population: Population | null;
  /** Null: the reader may not change them. */
  onChange: (() => void) | null;
};

/** The reference of the bands and goals, and the medical notice. */
export function Footnote({ population, onChange }: FootnoteProps) {
  return (
    <p className={classes.footnote}>
      {population && `${timeInRangeText.footnote.source({ people: timeInRangeText.people[population] })} `}
      {onChange && (
        <span className={classes.screen}>
          <TextButton onClick={onChange}>{timeInRangeText.footnote.change}</TextButton>.{' '}
        </span>
      )}
      {timeInRangeText.footnote.notAdvice}
    </p>
  );
}
