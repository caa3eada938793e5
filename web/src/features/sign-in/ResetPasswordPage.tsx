import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type BodyOf, resetPassword } from '@tealight/contract';
import { Link, useSearchParams } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { paths } from '../../paths.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** The page of the emailed link: sets a new password, or offers a new link. */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const email = search.get('email') ?? '';
  const token = search.get('token') ?? '';
  const reset = useMutation({
    mutationFn: (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body }).catch(unknownError),
  });
  if (search.has('link_expired')) return <Expired />;
  if (reset.isSuccess) return <Done />;
  if (email === '' || token === '') return <NoLink />;
  return (
    <Page title="Create new Password">
      <Panel title="Create new Password" level={1}>
        <NewPasswordForm
          email={email}
          token={token}
          busy={reset.isPending}
          error={reset.error}
          onSubmit={reset.mutate}
        />
        {reset.isError && <AskAgain />}
      </Panel>
    </Page>
  );
}

/** The one sentence for every failure (RST-3). */
function unknownError(cause: unknown): never {
  throw new Error('Unknown error', { cause });
}

/** Somebody opened the page itself, or a part of the link is missing. */
function NoLink() {
  return (
    <Page title="Create new Password">
      <Panel title="Create new Password" level={1}>
        <Stack gap="lg">
          <Text>
            To choose a new password, click the link we emailed to you. If you did and see this page, part of
            the link is missing: copy all of it, or request a new one.
          </Text>
          <Button component={Link} to={paths.forgotPassword}>
            Request a new link
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

function AskAgain() {
  return (
    <Text mt="md" c="dimmed">
      The link in the email works once, within one hour.{' '}
      <Anchor component={Link} to={paths.forgotPassword} inherit underline="always">
        Request a new link
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
            Request a new link
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
          <Text>You have been signed out on all devices. Sign in again with the new password.</Text>
          <Button component={Link} to={paths.login}>
            Back to login
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}
