import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { disownSignUp } from '@tealight/contract';
import { Link, useLocation } from 'react-router';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { CallFailed, call } from '../../data/call.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { signUpText } from '../../text/sign-up.ts';

/** The page of “This was not me” in the confirmation email. Nothing happens before the button is clicked. */
export function NotMePage() {
  const token = useLocation().hash.slice(1);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(disownSignUp, { body: { token } }),
  });
  if (isSuccess) {
    return <Message title={signUpText.notMe.removed.title} text={signUpText.notMe.removed.about} />;
  }
  if (token === '' || linkProblemOf(error) === 'link-expired') {
    return <Message title={signUpText.notMe.linkExpired.title} text={signUpText.notMe.linkExpired.about} />;
  }
  if (linkProblemOf(error) === 'already-confirmed') {
    return (
      <Message
        title={signUpText.notMe.alreadyActive.title}
        text={signUpText.notMe.alreadyActive.about}
        reset
      />
    );
  }
  return (
    <Page title={signUpText.notMe.page}>
      <Panel title={signUpText.notMe.title} level={1}>
        <Stack gap="lg">
          <Text>{signUpText.notMe.about}</Text>
          <Button color="red" onClick={() => mutate()} loading={isPending}>
            {signUpText.notMe.remove}
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
    <Page title={signUpText.notMe.page}>
      <Panel title={title} level={1}>
        <Stack gap="lg">
          <Text>{text}</Text>
          {reset && (
            <Button component={Link} to={paths.forgotPassword}>
              {commonText.resetPassword}
            </Button>
          )}
        </Stack>
      </Panel>
    </Page>
  );
}
