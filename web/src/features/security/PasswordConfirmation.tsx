import { Button, Group } from '@mantine/core';
import { TypedPassword } from '@tealight/contract';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';

export type PasswordConfirmationProps = {
  action: string;
  cancel: string;
  danger?: boolean;
  busy: boolean;
  onConfirm: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the password again, before an export or an action that cannot be undone. */
export function PasswordConfirmation({
  action,
  cancel,
  danger,
  busy,
  onConfirm,
  onCancel,
}: PasswordConfirmationProps) {
  const form = useFormValues(TypedPassword, { password: '' });
  return (
    <Form form={form} busy={busy} onSubmit={({ password }) => onConfirm(password)}>
      <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      <Group gap="sm">
        <Button type="submit" loading={busy} disabled={form.data === null} {...(danger && { color: 'red' })}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </Group>
    </Form>
  );
}
