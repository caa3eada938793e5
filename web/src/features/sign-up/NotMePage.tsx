import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { disownSignUp } from '@tealight/contract';
import { Link, useLocation } from 'react-router';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { CallFailed, call } from '../../data/call.ts';
import { paths } from '../../paths.ts';

/** The page of “This was not me” in the confirmation email. Nothing happens before the button is clicked. */
export function NotMePage() {
  const token = useLocation().hash.slice(1);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(disownSignUp, { body: { token } }),
  });
  if (isSuccess) {
    return (
      <Message title="The account was removed" text="You can ignore the email. Nothing else is needed." />
    );
  }
  if (token === '' || linkProblemOf(error) === 'link-expired') {
    return (
      <Message
        title="This link has expired or is no longer valid"
        text="An account that is never confirmed cannot be used. You can ignore the email."
      />
    );
  }
  if (linkProblemOf(error) === 'already-confirmed') {
    return (
      <Message
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
          <CallErrors error={error} />
        </Stack>
      </Panel>
    </Page>
  );
}

const linkProblemOf = (error: unknown) =>
  error instanceof CallFailed && (error.code === 'link-expired' || error.code === 'already-confirmed')
    ? error.code
    : null;

function Message({ title, text, reset = false }: { title: string; text: string; reset?: boolean }) {
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
