import { Button, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { useSignInByLink } from './use-sign-in.ts';

/** The page of an emailed sign-in link. The token is used only after a click, because mail scanners open links. */
export function SignInLinkPage() {
  const token = useLocation().hash.slice(1);
  const signIn = useSignInByLink();
  return token === '' || signIn.isExpired ? (
    <Expired />
  ) : (
    <Page title="Sign in">
      <Panel title="Welcome back" level={1}>
        <Stack gap="lg">
          <Text>Click the button to sign in to Tealight on this device.</Text>
          <Button onClick={() => signIn.mutate(token)} loading={signIn.isPending}>
            Sign in
          </Button>
          <CallErrors error={signIn.error} />
        </Stack>
      </Panel>
    </Page>
  );
}

function Expired() {
  return (
    <Page title="Link expired">
      <Panel title="This sign-in link has expired or was already used" level={1}>
        <Stack gap="lg">
          <Text>Sign in with your password, or reset your password if you forgot it.</Text>
          <Button component={Link} to={paths.login}>
            Sign in with password
          </Button>
          <Button component={Link} to={paths.forgotPassword} variant="default">
            Reset password
          </Button>
        </Stack>
      </Panel>
    </Page>
  );
}
