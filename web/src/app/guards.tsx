import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { session, useToken } from '../data/session.ts';
import { paths } from '../paths.ts';

/** Pages of the signed-in wearer: without an access token they redirect to the login. */
export function SignedInRoute() {
  return useToken() === null ? <Navigate to={paths.login} replace /> : <Outlet />;
}

/**
 * Pages for users who are not signed in. After a sign-in on one of them its form navigates on; a user who is already
 * signed in, or signs in in another tab, is redirected to the dashboard.
 */
export function SignedOutRoute() {
  const navigate = useNavigate();
  const [wasSignedIn] = useState(() => session.token() !== null);
  useEffect(
    () =>
      session.onChange(({ fromAnotherTab }) => {
        if (fromAnotherTab && session.token() !== null) void navigate(paths.dashboard, { replace: true });
      }),
    [navigate],
  );
  return wasSignedIn ? <Navigate to={paths.dashboard} replace /> : <Outlet />;
}

/** Redirects an old path and keeps the query. */
export function RedirectTo({ path }: { path: string }) {
  const { search } = useLocation();
  return <Navigate to={path + search} replace />;
}
