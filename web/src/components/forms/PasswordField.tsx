import { ActionIcon, PasswordInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { passwordError } from '@tealight/contract';
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

/** A password field that can be revealed, with a button for the password rules, which open once one is not met. */
export function PasswordField({ label, aside, value, error, onChange, ...rest }: PasswordFieldProps) {
  const id = useId();
  /** Null: neither opened nor closed yet. */
  const [showsRules, setShowsRules] = useState<boolean | null>(null);
  const [visible, setVisible] = useState(false);
  if (error === passwordError && showsRules === null) setShowsRules(true);
  return (
    <div>
      <div className={classes.head}>
        <label htmlFor={id}>{label}</label>
        <ActionIcon
          variant="subtle"
          radius="xl"
          aria-label={commonText.password.rulesOf({ field: label })}
          aria-expanded={showsRules === true}
          aria-controls={`${id}-rules`}
          // The field keeps the focus: leaving it could open the rules, and the click would close them again.
          onMouseDown={(event) => event.preventDefault()}
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
