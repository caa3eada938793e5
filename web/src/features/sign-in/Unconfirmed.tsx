import { Alert, Text } from '@mantine/core';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { TextButton } from '../../components/TextButton.tsx';
import { useResendConfirm } from '../sign-up/use-resend-confirm.ts';

/** Shown after a sign-in before the email address is confirmed. */
export function Unconfirmed({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <>
      <Alert variant="light" title="Please confirm your email first">
        <Text size="sm">
          Open the link in the email that we sent to {email}. Nothing there?{' '}
          <TextButton onClick={() => resend.mutate(email)}>Send it again</TextButton>
        </Text>
      </Alert>
      <OutboxHint />
    </>
  );
}
