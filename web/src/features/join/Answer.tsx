import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answerInvitation, type Invitation } from '@tealight/contract';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { CallErrors, FormErrors } from '../../components/forms/FormErrors.tsx';
import { CallFailed, call } from '../../data/call.ts';
import { userQuery } from '../../data/queries.ts';
import { useToken } from '../../data/session.ts';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { joinText } from '../../text/people/join.ts';
import classes from './join.module.css';
import type { Outcome } from './outcome.ts';
import { forgetInvitation, keepInvitation } from './pending-invitation.ts';

export type AnswerProps = {
  token: string;
  invitation: Invitation;
  onAnswered: (outcome: Outcome) => void;
  /** It was withdrawn or answered elsewhere while the page was open. */
  onExpired: () => void;
};

/** Accept or decline; before that, a sign-in that leads back here. */
export function Answer(props: AnswerProps) {
  return useToken() === null ? <SignInFirst {...props} /> : <Choice {...props} />;
}

function SignInFirst({ token, invitation: { expiresAt } }: AnswerProps) {
  useEffect(() => keepInvitation(token, expiresAt), [token, expiresAt]);
  return (
    <>
      <Text>{joinText.signInFirst}</Text>
      <div className={classes.actions}>
        <Button component={Link} to={paths.login}>
          {commonText.signIn}
        </Button>
        <Button component={Link} to={paths.signUp} variant="default">
          {joinText.signUp}
        </Button>
      </div>
    </>
  );
}

function Choice({ token, invitation, onAnswered, onExpired }: AnswerProps) {
  const { data: user } = useQuery(userQuery);
  useEffect(forgetInvitation, []);
  const answer = useMutation({
    mutationFn: (accept: boolean) => call(answerInvitation, { body: { token, accept } }),
    onSuccess: ({ wearer, takesEffectAt }, accept) => {
      if (!accept) onAnswered({ kind: 'declined' });
      else if (takesEffectAt !== null) onAnswered({ kind: 'hand-over', takesEffectAt });
      else if (wearer !== null) onAnswered({ kind: 'follows', wearer });
    },
    onError: (error) => {
      if (codeOf(error) === 'link-expired') onExpired();
    },
  });
  const { isPending, variables } = answer;
  return (
    <>
      {user?.email && (
        <Text size="sm" c="dimmed" className={classes.account}>
          {joinText.signedInAs({ email: user.email })}
        </Text>
      )}
      <AnswerErrors error={answer.error} />
      <div className={classes.actions}>
        <Button onClick={() => answer.mutate(true)} loading={isPending && variables} disabled={isPending}>
          {invitation.role === 'owner' ? joinText.handOver.accept : joinText.accept}
        </Button>
        <Button
          variant="default"
          onClick={() => answer.mutate(false)}
          loading={isPending && !variables}
          disabled={isPending}
        >
          {joinText.decline}
        </Button>
      </div>
    </>
  );
}

/** Which account is needed is said without its address (PPL-9). */
function AnswerErrors({ error }: { error: unknown }) {
  const code = codeOf(error);
  if (code === 'other-address') return <FormErrors messages={[joinText.otherAddress]} />;
  return code === 'own-wearer' ? (
    <FormErrors messages={[joinText.ownWearer]} />
  ) : (
    <CallErrors error={code === 'link-expired' ? null : error} />
  );
}

const codeOf = (error: unknown) => (error instanceof CallFailed ? error.code : null);
