import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import { useSignUp } from './use-sign-up.ts';
import { Welcome } from './Welcome.tsx';

/** The first step: an account. */
export function SignUpPage() {
  const { create, isPending, createdFor } = useSignUp();
  if (createdFor !== null) return <Welcome email={createdFor} />;
  return (
    <Page title="Sign up">
      <Panel title="Your glucose, as a glow" level={1}>
        <SignUpForm busy={isPending} onSubmit={create} />
      </Panel>
      <Text ta="center" mt="lg">
        Already a member?{' '}
        <Anchor component={Link} to={paths.login} fw={500}>
          Log in
        </Anchor>
      </Text>
    </Page>
  );
}
