import { Text } from '@mantine/core';
import { Segments, type SegmentsProps } from '../time-in-range/summary/Segments.tsx';
import classes from './manage.module.css';

export type LabeledSegmentsProps<Value extends string> = SegmentsProps<Value> & {
  /** What the chosen one means. */
  about?: string;
};

/** A choice in a form: its label is visible, as that of a field. */
export function LabeledSegments<Value extends string>({ about, ...choice }: LabeledSegmentsProps<Value>) {
  return (
    <div>
      <span className={classes.label} aria-hidden="true">
        {choice.label}
      </span>
      <Segments {...choice} />
      {about !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {about}
        </Text>
      )}
    </div>
  );
}
