import { Button } from '@mantine/core';
import { type BodyOf, ResetPassword, type resetPassword } from '@tealight/contract';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';

export type NewPasswordFormProps = {
  /** Both are from the emailed link. */
  email: string;
  token: string;
  busy: boolean;
  onSubmit: (body: BodyOf<typeof resetPassword>) => void;
};

/** A new password, typed twice. */
export function NewPasswordForm({ email, token, busy, onSubmit }: NewPasswordFormProps) {
  const form = useFormValues(ResetPassword, { email, token, newPassword: '', confirmNewPassword: '' });
  return (
    <Form form={form} busy={busy} onSubmit={onSubmit}>
      {/* The user name for password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('newPassword')} label="New password" autoComplete="new-password" />
      <PasswordField
        {...form.field('confirmNewPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <Button type="submit" fullWidth disabled={form.data === null} loading={busy}>
        Continue
      </Button>
    </Form>
  );
}
