import { Anchor, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sendResetEmail } from '@tealight/contract';
import { Link } from 'react-router';
import { EmailForm } from '../../components/forms/EmailForm.tsx';
import { ResendButton } from '../../components/forms/ResendButton.tsx';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifyError, notifySuccess } from '../../data/notices.ts';
import { paths } from '../../paths.ts';

/** Sends an email with a link to choose a new password. */
export function ForgotPasswordPage() {
  const { mutate, isPending, error, data, variables } = useMutation({
    mutationFn: (email: string) => call(sendResetEmail, { body: { email } }),
  });
  if (data && variables) return <Sent email={variables} />;
  return (
    <Page title="Forgot password">
      <Panel title="Forgot your password?" level={1}>
        <Stack gap="lg">
          <Text>Enter your email and we’ll send you a link to choose a new password.</Text>
          <EmailForm submitLabel="Continue" busy={isPending} error={error} onSubmit={mutate} />
        </Stack>
      </Panel>
      <BackToLogin />
    </Page>
  );
}

function Sent({ email }: { email: string }) {
  const again = useMutation({
    mutationFn: () => call(sendResetEmail, { body: { email } }),
    onSuccess: () => notifySuccess('Email sent'),
    onError: () => notifyError('Email not sent, please try again'),
  });
  return (
    <Page title="Check your email">
      <Panel title="Please check your email" level={1}>
        <Stack gap="md">
          <Text>
            If <b>{email}</b> has an account, a link to choose a new password is on its way. It works for one
            hour.
          </Text>
          <Text c="dimmed">
            Didn’t get it? Check your spam folder, or{' '}
            <ResendButton justSent label="resend the email" onSend={() => again.mutateAsync()} />.
          </Text>
          <OutboxHint />
        </Stack>
      </Panel>
      <BackToLogin />
    </Page>
  );
}

function BackToLogin() {
  return (
    <Text ta="center" mt="lg">
      <Anchor component={Link} to={paths.login} fw={500}>
        Back to login
      </Anchor>
    </Text>
  );
}
