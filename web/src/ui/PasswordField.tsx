import { ActionIcon, PasswordInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import classes from './PasswordField.module.css';
import { PasswordRules } from './PasswordRules.tsx';
import type { EntryField } from './use-entry.ts';

export type PasswordFieldProps = EntryField & {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** What stands at the right of the label. */
  aside?: ReactNode;
};

/** A wearer's own password: it can be revealed, pasted and managed, and its rules looked up while typing. */
export function PasswordField({ label, aside, value, error, onChange, ...rest }: PasswordFieldProps) {
  const id = useId();
  const [showsRules, setShowsRules] = useState(false);
  const [visible, setVisible] = useState(false);
  return (
    <div>
      <div className={classes.head}>
        <label htmlFor={id}>{label}</label>
        <ActionIcon
          variant="subtle"
          radius="xl"
          aria-label={`Rules for ${label}`}
          aria-expanded={showsRules}
          aria-controls={`${id}-rules`}
          onClick={() => setShowsRules(!showsRules)}
        >
          <IconInfoCircle size={18} aria-hidden />
        </ActionIcon>
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      <PasswordInput
        {...rest}
        id={id}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
        autoCapitalize="none"
        spellCheck={false}
        visible={visible}
        onVisibilityChange={setVisible}
        aria-invalid={error !== undefined || undefined}
        visibilityToggleButtonProps={{
          'aria-label': `Show ${label}`,
          tabIndex: 0,
          // The kit listens to mouse and keys; a screen reader's click comes without either.
          onClick: ({ detail }: MouseEvent) => detail === 0 && setVisible(!visible),
        }}
      />
      <div id={`${id}-rules`}>{showsRules && <PasswordRules password={value} />}</div>
    </div>
  );
}
