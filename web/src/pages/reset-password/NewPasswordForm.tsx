import { Button } from '@mantine/core';
import { type BodyOf, ResetPassword, type resetPassword } from '@tealight/contract';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useEntry } from '../../ui/use-entry.ts';

export type NewPasswordFormProps = {
  /** Both came with the mailed link. */
  email: string;
  token: string;
  busy: boolean;
  onSubmit: (body: BodyOf<typeof resetPassword>) => void;
};

/** A new password, typed twice. */
export function NewPasswordForm({ email, token, busy, onSubmit }: NewPasswordFormProps) {
  const entry = useEntry(ResetPassword, { email, token, newPassword: '', confirmNewPassword: '' });
  return (
    <Form entry={entry} busy={busy} onSubmit={onSubmit}>
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...entry.field('newPassword')} label="New password" autoComplete="new-password" />
      <PasswordField
        {...entry.field('confirmNewPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <Button type="submit" fullWidth disabled={entry.data === null} loading={busy}>
        Continue
      </Button>
    </Form>
  );
}
