import { Button, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { EmailForm } from '../../components/forms/EmailForm.tsx';
import { useResendWait } from '../../components/forms/use-resend-wait.ts';
import { OutboxHint } from '../../components/OutboxHint.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { signUpText } from '../../text/sign-up.ts';
import { useResendConfirm } from './use-resend-confirm.ts';

/** The page after the emailed link: an activated account, or a form for another email. */
export function ConfirmEmailPage() {
  const [search] = useSearchParams();
  return search.get('comfirmtype') === 'success' ? <Activated /> : <Expired />;
}

function Activated() {
  return (
    <Page title={signUpText.activated.page}>
      <Panel title={signUpText.activated.title} level={1}>
        <Stack gap="lg">
          <Text>{signUpText.activated.about}</Text>
          <Button component={Link} to={paths.login}>
            {commonText.signIn}
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
    <Page title={commonText.linkExpired}>
      <Panel title={signUpText.confirmLinkExpired.title} level={1}>
        <Stack gap="lg">
          <Text>{signUpText.confirmLinkExpired.about}</Text>
          <EmailForm
            submitLabel={signUpText.confirmLinkExpired.submit}
            busy={resend.isPending}
            waitsFor={seconds > 0 ? signUpText.confirmLinkExpired.wait({ seconds }) : null}
            onSubmit={(email) => resend.mutate(email, { onSuccess: wait })}
          />
          {resend.isSuccess && <OutboxHint />}
        </Stack>
      </Panel>
    </Page>
  );
}
