import { Anchor, Button, Text } from '@mantine/core';
import { SignIn } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Form } from '../../ui/Form.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TermsNotice } from '../../ui/TermsNotice.tsx';
import { EmailField } from '../../ui/TextField.tsx';
import { useEntry } from '../../ui/use-entry.ts';
import { Unconfirmed } from './Unconfirmed.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The way in, for whoever has an account. */
export function LoginPage() {
  const entry = useEntry(SignIn, { email: '', password: '' });
  const signIn = useSignIn();
  return (
    <Page title="Log in">
      <Panel title="Welcome back" level={1}>
        <Form entry={entry} busy={signIn.isPending} onSubmit={signIn.mutate}>
          {signIn.unconfirmedEmail && <Unconfirmed email={signIn.unconfirmedEmail} />}
          <EmailField {...entry.field('email')} autoComplete="username" />
          <PasswordField
            {...entry.field('password')}
            label="Password"
            autoComplete="current-password"
            aside={
              <Anchor component={Link} to={paths.forgotPassword} size="sm">
                Forgot Password
              </Anchor>
            }
          />
          <TermsNotice by="signing in" />
          <Button type="submit" fullWidth disabled={entry.data === null} loading={signIn.isPending}>
            Sign in
          </Button>
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
