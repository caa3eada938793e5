import { Stack, Text } from '@mantine/core';
import { ResendButton } from '../../components/forms/ResendButton.tsx';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { joinText } from '../../text/people/join.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { signUpText } from '../../text/sign-up.ts';
import { pendingInvitationPath } from '../join/pending-invitation.ts';
import { useResendConfirm } from './use-resend-confirm.ts';

/** The account is created; the email address is not confirmed yet. */
export function Welcome({ email }: { email: string }) {
  const resend = useResendConfirm();
  return (
    <Page title={signUpText.welcome.page}>
      <Panel title={signUpText.welcome.title} level={1}>
        <Stack gap="md">
          <Text>
            <Sentence
              text={signUpText.welcome.about({ email })}
              parts={{ email: (words) => <b>{words}</b> }}
            />
          </Text>
          <Text c="dimmed">
            <Sentence
              text={signUpText.welcome.resend}
              parts={{
                resend: (words) => <ResendButton label={words} onSend={() => resend.mutateAsync(email)} />,
              }}
            />
          </Text>
          {pendingInvitationPath() !== null && <Text fw={500}>{joinText.waiting}</Text>}
          <OutboxHint />
        </Stack>
      </Panel>
    </Page>
  );
}
