import { Stack, Text } from '@mantine/core';
import { ResendButton } from '../../components/forms/ResendButton.tsx';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useResendConfirm } from './use-resend-confirm.ts';

/** The account is created; the email address is not confirmed yet. */
export function Welcome({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <Page title="Verify your email">
      <Panel title="Welcome! We're excited to have you." level={1}>
        <Stack gap="md">
          <Text>
            Please verify your email: click the link we emailed to <b>{email}</b>. It works for 24 hours.
          </Text>
          <Text c="dimmed">
            Didn’t get it? Check your spam folder, or{' '}
            <ResendButton label="resend the verification email" onSend={() => resend.mutateAsync(email)} />.
          </Text>
          <OutboxHint />
        </Stack>
      </Panel>
    </Page>
  );
}
