import { Alert, Text } from '@mantine/core';
import { ResendButton } from '../../components/forms/ResendButton.tsx';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { useResendConfirm } from '../sign-up/use-resend-confirm.ts';

/** Shown after a sign-in before the email address is confirmed. */
export function Unconfirmed({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <>
      <Alert variant="light" title="Please confirm your email first">
        <Text size="sm">
          Click the link we emailed to {email}. Didn’t get it?{' '}
          <ResendButton label="Send it again" onSend={() => resend.mutateAsync(email)} />
        </Text>
      </Alert>
      <OutboxHint />
    </>
  );
}
