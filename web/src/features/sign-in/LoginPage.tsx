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
import { commonText } from '../../text/common.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { signInText } from '../../text/sign-in.ts';
import { TermsNotice } from '../sign-up/TermsNotice.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The sign-in form. */
export function LoginPage() {
  const signIn = useSignIn();
  const form = useFormValues(SignIn, { email: '', password: '' }, signIn.refused);
  return (
    <Page title={signInText.login.page}>
      <Panel title={signInText.login.title} level={1}>
        <Text c="dimmed" mb="md">
          {signInText.login.about}
        </Text>
        <Form form={form} busy={signIn.isPending} onSubmit={signIn.mutate}>
          {signIn.unconfirmedEmail && <Unconfirmed email={signIn.unconfirmedEmail} />}
          <EmailField {...form.field('email')} autoComplete="username" />
          <PasswordField
            {...form.field('password')}
            label={commonText.fields.password}
            autoComplete="current-password"
            aside={
              <Anchor component={Link} to={paths.forgotPassword} size="sm">
                {signInText.login.forgotPassword}
              </Anchor>
            }
          />
          <TermsNotice by="signIn" />
          <SubmitRow
            wide
            label={commonText.signIn}
            busy={signIn.isPending}
            waitsFor={form.data === null ? signInText.login.incomplete : null}
          />
        </Form>
      </Panel>
      <Text ta="center" mt="lg">
        <Sentence
          text={signInText.login.signUp}
          parts={{
            signUp: (words) => (
              <Anchor component={Link} to={paths.signUp} fw={500}>
                {words}
              </Anchor>
            ),
          }}
        />
      </Text>
    </Page>
  );
}
