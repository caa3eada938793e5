import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './segments.module.css';

export type SegmentsProps<Value extends string> = {
  /** The accessible name. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: ReactNode }[];
};

/** A segmented control for a few values. */
export function Segments<Value extends string>({ label, value, onChange, choices }: SegmentsProps<Value>) {
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      radius="xl"
      withItemsBorders={false}
      classNames={classes}
      value={value}
      onChange={onChange}
      data={[...choices]}
    />
  );
}
