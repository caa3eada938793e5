import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type BodyOf, resetPassword } from '@tealight/contract';
import { Link, useSearchParams } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { signInText } from '../../text/sign-in.ts';
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
    <Page title={signInText.newPassword.page}>
      <Panel title={signInText.newPassword.title} level={1}>
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
  throw new Error(signInText.newPassword.failed, { cause });
}

/** Somebody opened the page itself, or a part of the link is missing. */
function NoLink() {
  return (
    <Page title={signInText.newPassword.page}>
      <Panel title={signInText.newPassword.title} level={1}>
        <Stack gap="lg">
          <Text>{signInText.newPassword.incompleteLink}</Text>
          <Button component={Link} to={paths.forgotPassword}>
            {signInText.newPassword.requestLink}
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

function AskAgain() {
  return (
    <Text mt="md" c="dimmed">
      <Sentence
        text={signInText.newPassword.requestAgain}
        parts={{
          request: (words) => (
            <Anchor component={Link} to={paths.forgotPassword} inherit underline="always">
              {words}
            </Anchor>
          ),
        }}
      />
    </Text>
  );
}

function Expired() {
  return (
    <Page title={commonText.linkExpired}>
      <Panel title={signInText.resetLinkExpired.title} level={1}>
        <Stack gap="lg">
          <Text>{signInText.resetLinkExpired.about}</Text>
          <Button component={Link} to={paths.forgotPassword}>
            {signInText.resetLinkExpired.requestLink}
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

function Done() {
  return (
    <Page title={signInText.passwordReset.page}>
      <Panel title={signInText.passwordReset.title} level={1}>
        <Stack gap="lg">
          <Text>{signInText.passwordReset.about}</Text>
          <Button component={Link} to={paths.login}>
            {signInText.passwordReset.backToLogin}
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}
