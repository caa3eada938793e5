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
import { commonText } from '../../text/common.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { signInText } from '../../text/sign-in.ts';

/** Sends an email with a link to choose a new password. */
export function ForgotPasswordPage() {
  const { mutate, isPending, error, data, variables } = useMutation({
    mutationFn: (email: string) => call(sendResetEmail, { body: { email } }),
  });
  if (data && variables) return <Sent email={variables} />;
  return (
    <Page title={signInText.forgotPassword.page}>
      <Panel title={signInText.forgotPassword.title} level={1}>
        <Stack gap="lg">
          <Text>{signInText.forgotPassword.about}</Text>
          <EmailForm
            submitLabel={signInText.forgotPassword.submit}
            busy={isPending}
            error={error}
            onSubmit={mutate}
          />
        </Stack>
      </Panel>
      <BackToLogin />
    </Page>
  );
}

function Sent({ email }: { email: string }) {
  const again = useMutation({
    mutationFn: () => call(sendResetEmail, { body: { email } }),
    onSuccess: () => notifySuccess(commonText.emailSent.done),
    onError: () => notifyError(commonText.emailSent.failed),
  });
  return (
    <Page title={signInText.resetEmail.page}>
      <Panel title={signInText.resetEmail.title} level={1}>
        <Stack gap="md">
          <Text>
            <Sentence
              text={signInText.resetEmail.about({ email })}
              parts={{ email: (words) => <b>{words}</b> }}
            />
          </Text>
          <Text c="dimmed">
            <Sentence
              text={signInText.resetEmail.resend}
              parts={{
                resend: (words) => <ResendButton justSent label={words} onSend={() => again.mutateAsync()} />,
              }}
            />
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
        {signInText.forgotPassword.backToLogin}
      </Anchor>
    </Text>
  );
}
