import { Alert, Text } from '@mantine/core';
import { OutboxHint } from '../../ui/OutboxHint.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { useResendConfirm } from '../../ui/use-resend-confirm.ts';

/** What stands between a right password and the app: a link in a mail. */
export function Unconfirmed({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <>
      <Alert variant="light" title="Please confirm your e-mail first">
        <Text size="sm">
          Open the link in the mail that we sent to {email}. Nothing there?{' '}
          <TextButton onClick={() => resend.mutate(email)}>Send it again</TextButton>
        </Text>
      </Alert>
      <OutboxHint />
    </>
  );
}
