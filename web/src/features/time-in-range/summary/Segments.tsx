import { type ReactNode, useId } from 'react';
import classes from './segments.module.css';

export type SegmentsProps<Value extends string> = {
  /** The accessible name. */
  label: string;
  /** Null: nothing is chosen yet. */
  value: Value | null;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: ReactNode }[];
};

/**
 * A choice of a few values, as radio buttons side by side. Mantine's segmented control measures its layout in each
 * render for the moving indicator, a tenth of the work of showing the dashboard.
 */
export function Segments<Value extends string>({ label, value, onChange, choices }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.root}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
