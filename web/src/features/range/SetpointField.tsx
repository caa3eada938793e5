import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { rangeText } from '../../text/range.ts';
import { type Setpoint, setpointTexts, suggestedRange } from './range-values.ts';
import classes from './SetpointField.module.css';
import type { RangeFormState } from './use-range-values.ts';

export type SetpointFieldProps = {
  setpoint: Setpoint;
  form: RangeFormState;
  /** Further controls of this setpoint. */
  children?: ReactNode;
};

/** One setpoint of the range as a number field, with its unit. */
export function SetpointField({ setpoint, form, children }: SetpointFieldProps) {
  const { values, errors, change, blur } = form;
  return (
    <div className={classes.field}>
      <TextInput
        label={rangeText.setpoints[setpoint].label}
        description={rangeText.setpoints[setpoint].about}
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
