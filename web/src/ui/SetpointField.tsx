import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Setpoint } from './range-entry.ts';
import classes from './SetpointField.module.css';
import type { RangeTyping } from './use-range-entry.ts';

export type SetpointFieldProps = {
  setpoint: Setpoint;
  label: string;
  typing: RangeTyping;
  /** What belongs to this setpoint besides its value. */
  children?: ReactNode;
};

/** One setpoint of the range as a number field, with its unit. */
export function SetpointField({ setpoint, label, typing, children }: SetpointFieldProps) {
  const { entry, mistakes, type, leave } = typing;
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        inputMode="decimal"
        autoComplete="off"
        required
        withAsterisk={false}
        value={entry.texts[setpoint]}
        error={mistakes[setpoint]}
        onChange={(event) => type(setpoint, event.currentTarget.value)}
        onBlur={() => leave(setpoint)}
        rightSectionWidth="4.5rem"
        rightSection={
          <Text size="sm" c="dimmed">
            {entry.unit}
          </Text>
        }
      />
      {children}
    </div>
  );
}
