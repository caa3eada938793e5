import { SimpleGrid } from '@mantine/core';
import { type CheckedBodyOf, SignUp, type signUp } from '@tealight/contract';
import { CountrySelect } from '../../components/forms/CountrySelect.tsx';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { EmailField, TextField } from '../../components/forms/TextField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { commonText } from '../../text/common.ts';
import { signUpText } from '../../text/sign-up.ts';
import { TermsNotice } from './TermsNotice.tsx';

export type NewAccount = CheckedBodyOf<typeof signUp>;

const empty = { firstname: '', lastname: '', location: '', email: '', password: '' };

export type SignUpFormProps = {
  busy: boolean;
  /** The error of the last call. */
  error: unknown;
  onSubmit: (account: NewAccount) => void;
};

/** The fields of a new account. */
export function SignUpForm({ busy, error, onSubmit }: SignUpFormProps) {
  const form = useFormValues<typeof empty, NewAccount>(SignUp, empty, error);
  const ready = form.errorOf('email') === undefined && form.errorOf('password') === undefined;
  return (
    <Form form={form} busy={busy} onSubmit={onSubmit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField
          {...form.field('firstname')}
          label={commonText.fields.firstName}
          autoComplete="given-name"
          {...needed}
        />
        <TextField
          {...form.field('lastname')}
          label={commonText.fields.lastName}
          autoComplete="family-name"
          {...needed}
        />
      </SimpleGrid>
      <CountrySelect {...form.field('location')} />
      <EmailField {...form.field('email')} autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        label={commonText.fields.password}
        autoComplete="new-password"
      />
      <TermsNotice by="signUp" />
      <SubmitRow
        wide
        label={signUpText.form.submit}
        busy={busy}
        waitsFor={ready ? null : signUpText.form.incomplete}
      />
    </Form>
  );
}

const needed = { required: true, withAsterisk: false } as const;
