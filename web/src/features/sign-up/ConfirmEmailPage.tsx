import { Button, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { EmailForm } from '../../components/forms/EmailForm.tsx';
import { useResendWait } from '../../components/forms/use-resend-wait.ts';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { useResendConfirm } from './use-resend-confirm.ts';

/** The page after the emailed link: an activated account, or a form for another email. */
export function ConfirmEmailPage() {
  const [search] = useSearchParams();
  return search.get('comfirmtype') === 'success' ? <Activated /> : <Expired />;
}

function Activated() {
  return (
    <Page title="Email confirmed">
      <Panel title="Your account is activated" level={1}>
        <Stack gap="lg">
          <Text>Thank you, your email address is confirmed. Sign in to connect your sensor.</Text>
          <Button component={Link} to={paths.login}>
            Sign in
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

function Expired() {
  const resend = useResendConfirm();
  const [seconds, wait] = useResendWait();
  return (
    <Page title="Link expired">
      <Panel title="It seems that the invitation link has expired or is no longer valid" level={1}>
        <Stack gap="lg">
          <Text>Enter your email and we’ll send you a new link.</Text>
          <EmailForm
            submitLabel="Resend email"
            busy={resend.isPending}
            waitsFor={seconds > 0 ? `You can send another email in ${seconds} s.` : null}
            onSubmit={(email) => resend.mutate(email, { onSuccess: wait })}
          />
          {resend.isSuccess && <OutboxHint />}
        </Stack>
      </Panel>
    </Page>
  );
}
