import { TextInput, type TextInputProps } from '@mantine/core';
import type { EntryField } from './use-entry.ts';

export type TextFieldProps = EntryField & Omit<TextInputProps, keyof EntryField> & { label: string };

/** A line of text of an entry; what stands around it is cut off when it is left. */
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

/** The field for an e-mail address. `autoComplete` is `username` where it signs in. */
export function EmailField({ autoComplete, ...field }: EntryField & { autoComplete: 'username' | 'email' }) {
  return (
    <TextField
      {...field}
      label="Email"
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
