import { TextInput, type TextInputProps } from '@mantine/core';
import { commonText } from '../../text/common.ts';
import type { FieldProps } from './use-form-values.ts';

export type TextFieldProps = FieldProps & Omit<TextInputProps, keyof FieldProps> & { label: string };

/** A text field; surrounding spaces are removed when it loses focus. */
export function TextField({ onChange, onBlur, value, error, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        if (value !== value.trim()) onChange(value.trim());
        onBlur();
      }}
    />
  );
}

/** The field for an email address. `autoComplete` is `username` where it signs in. */
export function EmailField({ autoComplete, ...field }: FieldProps & { autoComplete: 'username' | 'email' }) {
  return (
    <TextField
      {...field}
      label={commonText.fields.email}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
    />
  );
}
