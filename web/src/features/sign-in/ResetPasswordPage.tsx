import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type BodyOf, resetPassword } from '@tealight/contract';
import { Link, useSearchParams } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifyError } from '../../data/notices.ts';
import { paths } from '../../paths.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** The page of the emailed link: sets a new password, or offers a new link. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const email = search.get('email') ?? '';
  const token = search.get('token') ?? '';
  const reset = useMutation({
    mutationFn: (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body }),
    onError: () => notifyError('Unknown error'),
  });
  if (search.has('link_expired')) return <Expired />;
  if (reset.isSuccess) return <Done />;
  return (
    <Page title="Create new Password">
      <Panel title="Create new Password" level={1}>
        <NewPasswordForm email={email} token={token} busy={reset.isPending} onSubmit={reset.mutate} />
        {(reset.isError || email === '' || token === '') && <AskAgain />}
      </Panel>
    </Page>
  );
}

function AskAgain() {
  return (
    <Text mt="md" c="dimmed">
      The link in the email works once, within one hour.{' '}
      <Anchor component={Link} to={paths.forgotPassword} inherit underline="always">
        Ask for a new link
      </Anchor>
    </Text>
  );
}

function Expired() {
  return (
    <Page title="Link expired">
      <Panel title="It seems that the reset link has expired or is no longer valid" level={1}>
        <Stack gap="lg">
          <Text>A link works once, within one hour.</Text>
          <Button component={Link} to={paths.forgotPassword}>
            Ask for a new link
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

function Done() {
  return (
    <Page title="Password reset">
      <Panel title="Your password has been successfully reset" level={1}>
        <Stack gap="lg">
          <Text>Wherever you were signed in before, the new password is needed now.</Text>
          <Button component={Link} to={paths.login}>
            Back to login
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}
