import { Button, Group } from '@mantine/core';
import { TypedPassword } from '@tealight/contract';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useEntry } from '../../ui/use-entry.ts';

export type PasswordGateProps = {
  action: string;
  cancel: string;
  danger?: boolean;
  busy: boolean;
  onPass: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the password once more, before what must not be stolen or cannot be undone. */
export function PasswordGate({ action, cancel, danger, busy, onPass, onCancel }: PasswordGateProps) {
  const entry = useEntry(TypedPassword, { password: '' });
  return (
    <Form entry={entry} busy={busy} onSubmit={({ password }) => onPass(password)}>
      <PasswordField {...entry.field('password')} label="Your password" autoComplete="current-password" />
      <Group gap="sm">
        <Button type="submit" loading={busy} disabled={entry.data === null} {...(danger && { color: 'red' })}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </Group>
    </Form>
  );
}
