import { Anchor, Text } from '@mantine/core';
import { SignIn } from '@tealight/contract';
import { Link } from 'react-router';
import { Form } from '../../components/forms/Form.tsx';
import { PasswordField } from '../../components/forms/PasswordField.tsx';
import { SubmitRow } from '../../components/forms/SubmitRow.tsx';
import { EmailField } from '../../components/forms/TextField.tsx';
import { useFormValues } from '../../components/forms/use-form-values.ts';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { TermsNotice } from '../sign-up/TermsNotice.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The sign-in form. */
export function LoginPage() {
  const signIn = useSignIn();
  const form = useFormValues(SignIn, { email: '', password: '' }, signIn.refused);
  return (
    <Page title="Log in">
      <Panel title="Welcome back" level={1}>
        <Text c="dimmed" mb="md">
          Tealight shows your glucose as a color, on your screens and your lamps.
        </Text>
        <Form form={form} busy={signIn.isPending} onSubmit={signIn.mutate}>
          {signIn.unconfirmedEmail && <Unconfirmed email={signIn.unconfirmedEmail} />}
          <EmailField {...form.field('email')} autoComplete="username" />
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="current-password"
            aside={
              <Anchor component={Link} to={paths.forgotPassword} size="sm">
                Forgot Password
              </Anchor>
            }
          />
          <TermsNotice by="signing in" />
          <SubmitRow
            wide
            label="Sign in"
            busy={signIn.isPending}
            waitsFor={form.data === null ? 'Enter your email and your password.' : null}
          />
        </Form>
      </Panel>
      <Text ta="center" mt="lg">
        Not a member?{' '}
        <Anchor component={Link} to={paths.signUp} fw={500}>
          Sign up
        </Anchor>
      </Text>
    </Page>
  );
}
