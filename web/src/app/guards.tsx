import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { session, useToken } from '../data/session.ts';
import { showWearer } from '../data/wearer/shown-wearer.ts';
import { pendingInvitationPath } from '../features/join/pending-invitation.ts';
import { paths } from '../paths.ts';

/** Pages of the signed-in wearer: without an access token they redirect to the login. */
export function SignedInRoute() {
  return useToken() === null ? <Navigate to={paths.login} replace /> : <Outlet />;
}

/**
 * Pages for users who are not signed in. After a sign-in on one of them its form navigates on; a user who is already
 * signed in, or signs in in another tab, is redirected to the dashboard,
 * or to the invitation that waits for an answer.
 */
export function SignedOutRoute() {
  const navigate = useNavigate();
  const [wasSignedIn] = useState(() => session.token() !== null);
  useEffect(
    () =>
      session.onChange(({ fromAnotherTab }) => {
        if (fromAnotherTab && session.token() !== null) void navigate(signedInPath(), { replace: true });
      }),
    [navigate],
  );
  return wasSignedIn ? <Navigate to={signedInPath()} replace /> : <Outlet />;
}

/** A link to somebody's pages, from pages that may show somebody else. */
export function ToWearer() {
  const { wearer = '', '*': rest = '' } = useParams();
  const { search, hash } = useLocation();
  useEffect(
    () => showWearer(wearer, { path: `/${rest}${search}${hash}`, replace: true }),
    [wearer, rest, search, hash],
  );
  return null;
}

const signedInPath = () => pendingInvitationPath() ?? paths.dashboard;

/** Redirects an old path and keeps the query. */
export function RedirectTo({ path }: { path: string }) {
  const { search } = useLocation();
  return <Navigate to={path + search} replace />;
}
