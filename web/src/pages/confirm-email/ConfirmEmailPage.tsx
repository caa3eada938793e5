import { Button, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { EmailForm } from '../../ui/EmailForm.tsx';
import { OutboxHint } from '../../ui/OutboxHint.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useResendConfirm } from '../../ui/use-resend-confirm.ts';

/** Where the mailed link leads in the end: to an activated account, or to another mail. */
export function ConfirmEmailPage() {
  const [search] = useSearchParams();
  return search.get('comfirmtype') === 'success' ? <Activated /> : <Expired />;
}

function Activated() {
  return (
    <Page title="E-mail confirmed">
      <Panel title="Your account is activated" level={1}>
        <Stack gap="lg">
          <Text>Thank you, your e-mail address is confirmed. Sign in, and your first glow is near.</Text>
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
  return (
    <Page title="Link expired">
      <Panel title="It seems that the invitation link has expired or is no longer valid" level={1}>
        <Stack gap="lg">
          <Text>Type your e-mail address, and we send you a new link.</Text>
          <EmailForm submitLabel="Resend e-mail" busy={resend.isPending} onSubmit={resend.mutate} />
          {resend.isSuccess && <OutboxHint />}
        </Stack>
      </Panel>
    </Page>
  );
}
