import { Stack, Text } from '@mantine/core';
import { OutboxHint } from '../../ui/OutboxHint.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { useResendConfirm } from '../../ui/use-resend-confirm.ts';

/** The account stands; one mail is to be opened. */
export function Welcome({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <Page title="Verify your e-mail">
      <Panel title="Welcome! We're excited to have you." level={1}>
        <Stack gap="md">
          <Text>
            Please verify your e-mail: open the link in the mail that we have sent to <b>{email}</b>. It works
            for 24 hours.
          </Text>
          <Text c="dimmed">
            Nothing there? Look into the spam folder, or{' '}
            <TextButton onClick={() => resend.mutate(email)}>resend the verification e-mail</TextButton>.
          </Text>
          <OutboxHint />
        </Stack>
      </Panel>
    </Page>
  );
}
