import { Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type BodyOf, signUp } from '@tealight/contract';
import { Link } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { paths } from '../../paths.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { signUpText } from '../../text/sign-up.ts';
import { SignUpForm } from './SignUpForm.tsx';
import { Welcome } from './Welcome.tsx';

/** The first step: an account. */
export function SignUpPage() {
  const { create, isPending, error, createdFor } = useSignUp();
  if (createdFor !== null) return <Welcome email={createdFor} />;
  return (
    <Page title={signUpText.form.page}>
      <Panel title={signUpText.form.title} level={1}>
        <SignUpForm busy={isPending} error={error} onSubmit={create} />
      </Panel>
      <Text ta="center" mt="lg">
        <Sentence
          text={signUpText.form.signIn}
          parts={{
            signIn: (words) => (
              <Anchor component={Link} to={paths.login} fw={500}>
                {words}
              </Anchor>
            ),
          }}
        />
      </Text>
    </Page>
  );
}

/** Creates an account. The answer is the same for an address that has one already (SUP-7). */
function useSignUp() {
  const { mutate, isPending, error, data, variables } = useMutation({
    mutationFn: (body: BodyOf<typeof signUp>) => call(signUp, { body }),
  });
  return { create: mutate, isPending, error, createdFor: data && variables ? variables.email : null };
}
