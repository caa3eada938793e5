import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Setpoint, setpointTexts, suggestedRange } from './range-values.ts';
import classes from './SetpointField.module.css';
import type { RangeFormState } from './use-range-values.ts';

export type SetpointFieldProps = {
  setpoint: Setpoint;
  label: string;
  form: RangeFormState;
  /** Further controls of this setpoint. */
  children?: ReactNode;
};

/** What people call the setpoints. */
const descriptions: Readonly<Record<Setpoint, string>> = {
  high: 'Upper target limit',
  inRange: 'Your target',
  low: 'Lower target limit',
};

/** One setpoint of the range as a number field, with its unit. */
export function SetpointField({ setpoint, label, form, children }: SetpointFieldProps) {
  const { values, errors, change, blur } = form;
  return (
    <div className={classes.field}>
      <TextInput
        label={label}
        description={descriptions[setpoint]}
        placeholder={setpointTexts(suggestedRange(values.unit))[setpoint]}
        inputMode="decimal"
        autoComplete="off"
        required
        withAsterisk={false}
        value={values.texts[setpoint]}
        error={errors[setpoint]}
        onChange={(event) => change(setpoint, event.currentTarget.value)}
        onBlur={() => blur(setpoint)}
        rightSectionWidth="4.5rem"
        rightSection={
          <Text size="sm" c="dimmed">
            {values.unit}
          </Text>
        }
      />
      {children}
    </div>
  );
}
