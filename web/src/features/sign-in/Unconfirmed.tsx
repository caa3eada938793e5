import { Alert, Text } from '@mantine/core';
import { ResendButton } from '../../components/forms/ResendButton.tsx';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Sentence } from '../../text/Sentence.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useResendConfirm } from '../sign-up/use-resend-confirm.ts';

/** Shown after a sign-in before the email address is confirmed. */
export function Unconfirmed({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <>
      <Alert variant="light" title={signInText.unconfirmed.title}>
        <Text size="sm">
          <Sentence
            text={signInText.unconfirmed.about({ email })}
            parts={{
              resend: (words) => <ResendButton label={words} onSend={() => resend.mutateAsync(email)} />,
            }}
          />
        </Text>
      </Alert>
      <OutboxHint />
    </>
  );
}
