import { Button, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { signInText } from '../../text/sign-in.ts';
import { useSignInByLink } from './use-sign-in.ts';

/** The page of an emailed sign-in link. The token is used only after a click, because mail scanners open links. */
export function SignInLinkPage() {
  const token = useLocation().hash.slice(1);
  const signIn = useSignInByLink();
  return token === '' || signIn.isExpired ? (
    <Expired />
  ) : (
    <Page title={commonText.signIn}>
      <Panel title={signInText.link.title} level={1}>
        <Stack gap="lg">
          <Text>{signInText.link.about}</Text>
          <Button onClick={() => signIn.mutate(token)} loading={signIn.isPending}>
            {commonText.signIn}
          </Button>
          <CallErrors error={signIn.error} />
        </Stack>
      </Panel>
    </Page>
  );
}

function Expired() {
  return (
    <Page title={commonText.linkExpired}>
      <Panel title={signInText.linkExpired.title} level={1}>
        <Stack gap="lg">
          <Text>{signInText.linkExpired.about}</Text>
          <Button component={Link} to={paths.login}>
            {signInText.linkExpired.signIn}
          </Button>
          <Button component={Link} to={paths.forgotPassword} variant="default">
            {commonText.resetPassword}
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}
