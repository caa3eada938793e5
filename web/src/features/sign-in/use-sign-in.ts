import { useMutation } from '@tanstack/react-query';
import { type BodyOf, type ReplyOf, signIn, signInByLink } from '@tealight/contract';
import { useLocation, useNavigate } from 'react-router';
import { CallFailed, call } from '../../data/call.ts';
import { session } from '../../data/session.ts';
import { paths } from '../../paths.ts';
import { pendingInvitationPath } from '../join/pending-invitation.ts';

/**
 * Navigates after a sign-in: the first time to the setup, later to the dashboard (LOG-3). Somebody who was invited comes
 * back to the invitation instead (PPL-12), and somebody who came from an alarm to the alarm (ALM-35).
 */
function useSignedIn() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFromAlarm = (state as { from?: unknown } | null)?.from === paths.alarm;
  return async ({ accessToken, firstTimeLoggedIn }: ReplyOf<typeof signIn>): Promise<void> => {
    session.begin(accessToken);
    const home = firstTimeLoggedIn ? paths.connectionSetup : paths.dashboard;
    await navigate(pendingInvitationPath() ?? (isFromAlarm ? paths.alarm : home), { replace: true });
  };
}

/** Signs in with email and password. */
export function useSignIn() {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (body: BodyOf<typeof signIn>) => call(signIn, { body }),
    onSuccess: useSignedIn(),
    onError: () => session.end(),
  });
  const isUnconfirmed = error instanceof CallFailed && error.code === 'email-not-confirmed';
  /** Set when the password was right but the address is not confirmed yet. */
  const unconfirmedEmail = isUnconfirmed ? variables?.email : undefined;
  return { mutate, isPending, unconfirmedEmail, refused: isUnconfirmed ? null : error };
}

/** Signs in with the token of an emailed link. */
export function useSignInByLink() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (token: string) => call(signInByLink, { body: { token } }),
    onSuccess: useSignedIn(),
  });
  return { mutate, isPending, error, isExpired: isExpired(error) };
}

const isExpired = (error: unknown): boolean => error instanceof CallFailed && error.code === 'link-expired';
