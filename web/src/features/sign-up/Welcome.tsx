import { Stack, Text } from '@mantine/core';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { useResendConfirm } from './use-resend-confirm.ts';

/** The account is created; the email address is not confirmed yet. */
export function Welcome({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <Page title="Verify your email">
      <Panel title="Welcome! We're excited to have you." level={1}>
        <Stack gap="md">
          <Text>
            Please verify your email: open the link in the email that we have sent to <b>{email}</b>. It works
            for 24 hours.
          </Text>
          <Text c="dimmed">
            Nothing there? Look into the spam folder, or{' '}
            <TextButton onClick={() => resend.mutate(email)}>resend the verification email</TextButton>.
          </Text>
          <OutboxHint />
        </Stack>
      </Panel>
    </Page>
  );
}
