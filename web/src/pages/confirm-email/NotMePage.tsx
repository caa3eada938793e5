import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { disownSignUp } from '@tealight/contract';
import { Link, useLocation } from 'react-router';
import { CallFailed, call } from '../../call.ts';
import { complain } from '../../notices.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';

/** Where “This was not me” of the confirmation mail leads. Nothing happens before the button is pressed. */
export function NotMePage() {
  const token = useLocation().hash.slice(1);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(disownSignUp, { body: { token } }),
    onError: (refused) => {
      if (wordOf(refused) === null) complain(refused);
    },
  });
  if (isSuccess) {
    return <Said title="The account was removed" text="You can ignore the email. Nothing else is needed." />;
  }
  if (token === '' || wordOf(error) === 'link-expired') {
    return (
      <Said
        title="This link has expired or is no longer valid"
        text="An account that is never confirmed cannot be used. You can ignore the email."
      />
    );
  }
  if (wordOf(error) === 'already-confirmed') {
    return (
      <Said
        title="This account is already active"
        text="To remove it, reset its password, sign in, and delete the account on the Security page."
        reset
      />
    );
  }
  return (
    <Page title="Not me">
      <Panel title="Did someone else use your email?" level={1}>
        <Stack gap="lg">
          <Text>Remove the account that was created with your email address. This can't be undone.</Text>
          <Button color="red" onClick={() => mutate()} loading={isPending}>
            Remove the account
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}

const wordOf = (error: unknown) =>
  error instanceof CallFailed && (error.word === 'link-expired' || error.word === 'already-confirmed')
    ? error.word
    : null;

function Said({ title, text, reset = false }: { title: string; text: string; reset?: boolean }) {
  return (
    <Page title="Not me">
      <Panel title={title} level={1}>
        <Stack gap="lg">
          <Text>{text}</Text>
          {reset && (
            <Button component={Link} to={paths.forgotPassword}>
              Reset password
            </Button>
          )}
        </Stack>
      </Panel>
    </Page>
  );
}
