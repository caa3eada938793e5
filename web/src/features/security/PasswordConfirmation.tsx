import { Button } from '@mantine/core';
import { ReenteredPassword } from '@tealight/contract';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { CallFailed } from '../../data/call.ts';
import { accountText } from '../../text/account.ts';

export type PasswordConfirmationProps = {
  action: string;
  cancel: string;
  danger?: boolean;
  busy: boolean;
  /** The error of the last call. */
  error: unknown;
  /** Why it cannot be confirmed yet, with any password; null when it can. */
  waitsFor?: string | null;
  onConfirm: (password: string) => void;
  onCancel: () => void;
};

/** Asks for the password again, before an export or an action that cannot be undone. */
export function PasswordConfirmation({
  action,
  cancel,
  danger = false,
  busy,
  error,
  waitsFor = null,
  onConfirm,
  onCancel,
}: PasswordConfirmationProps) {
  const form = useFormValues(ReenteredPassword, { password: '' }, error);
  const isWrong = error instanceof CallFailed && error.code === 'wrong-password';
  const field = form.field('password');
  return (
    <Form
      form={{ ...form, formErrors: isWrong ? [] : form.formErrors }}
      busy={busy}
      takesFocus
      onSubmit={({ password }) => waitsFor === null && onConfirm(password)}
    >
      <PasswordField
        {...field}
        error={(isWrong ? form.formErrors[0] : undefined) ?? field.error}
        label={accountText.confirmation.password}
        autoComplete="current-password"
      />
      <SubmitRow
        label={action}
        busy={busy}
        danger={danger}
        waitsFor={waitsFor ?? (form.data === null ? accountText.confirmation.incomplete : null)}
      >
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </SubmitRow>
    </Form>
  );
}
