import { type BodyOf, ResetPassword, type resetPassword } from '@tealight/contract';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { commonText } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';

export type NewPasswordFormProps = {
  /** Both are from the emailed link. */
  email: string;
  token: string;
  busy: boolean;
  /** The error of the last call. */
  error: unknown;
  onSubmit: (body: BodyOf<typeof resetPassword>) => void;
};

/** A new password, typed twice. */
export function NewPasswordForm({ email, token, busy, error, onSubmit }: NewPasswordFormProps) {
  const start = { email, token, newPassword: '', confirmNewPassword: '' };
  const form = useFormValues(ResetPassword, start, error);
  return (
    <Form form={form} busy={busy} onSubmit={onSubmit}>
      {/* The user name for password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('newPassword')}
        label={commonText.fields.newPassword}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmNewPassword')}
        label={signInText.newPassword.confirmPassword}
        autoComplete="new-password"
      />
      <SubmitRow
        wide
        label={signInText.newPassword.submit}
        busy={busy}
        waitsFor={form.data === null ? signInText.newPassword.incomplete : null}
      />
    </Form>
  );
}
