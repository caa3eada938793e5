import { ActionIcon, PasswordInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { commonText } from '../../text/common.ts';
import classes from './PasswordField.module.css';
import { PasswordRules } from './PasswordRules.tsx';
import type { FieldProps } from './use-form-values.ts';

export type PasswordFieldProps = FieldProps & {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Content to the right of the label. */
  aside?: ReactNode;
};

/** A password field that can be revealed, with a button for the password rules. */
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
          aria-label={commonText.password.rulesOf({ field: label })}
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
          'aria-label': commonText.password.show({ field: label }),
          tabIndex: 0,
          // Mantine handles mouse and keyboard events; a screen reader sends only a click, with `detail` 0.
          onClick: ({ detail }: MouseEvent) => detail === 0 && setVisible(!visible),
        }}
      />
      <div id={`${id}-rules`}>{showsRules && <PasswordRules password={value} />}</div>
    </div>
  );
}
