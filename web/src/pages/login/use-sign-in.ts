import { useMutation } from '@tanstack/react-query';
import { type BodyOf, signIn } from '@tealight/contract';
import { useNavigate } from 'react-router';
import { CallFailed, call } from '../../call.ts';
import { complain } from '../../notices.ts';
import { paths } from '../../paths.ts';
import { session } from '../../session.ts';

/** Signs in and leads on: the first time to the set-up, later to the dashboard (LOG-3). */
export function useSignIn() {
  const navigate = useNavigate();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (body: BodyOf<typeof signIn>) => call(signIn, { body }),
    onSuccess: async ({ accessToken, firstTimeLoggedIn }) => {
      session.begin(accessToken);
      await navigate(firstTimeLoggedIn ? paths.connectionSetup : paths.dashboard, { replace: true });
    },
    onError: (refused) => {
      session.end();
      complain(refused);
    },
  });
  const isUnconfirmed = error instanceof CallFailed && error.word === 'email-not-confirmed';
  /** Set when the password was right but the address is not confirmed yet. */
  const unconfirmedEmail = isUnconfirmed ? variables?.email : undefined;
  return { mutate, isPending, unconfirmedEmail };
}
