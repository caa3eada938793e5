import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { session, useToken } from '../session.ts';

/** Pages of the signed-in wearer: without an access token, and as soon as it ends, they lead to the login. */
export function ForWearers() {
  return useToken() === null ? <Navigate to={paths.login} replace /> : <Outlet />;
}

/**
 * Pages for whoever is not signed in yet. Who signs in on one of them is led on by its form, to the set-up the first
 * time; who has signed in before, or does so in another tab, is led to the dashboard.
 */
export function ForVisitors() {
  const navigate = useNavigate();
  const [wasSignedIn] = useState(() => session.token() !== null);
  useEffect(
    () =>
      session.onChange(({ elsewhere }) => {
        if (elsewhere && session.token() !== null) void navigate(paths.dashboard, { replace: true });
      }),
    [navigate],
  );
  return wasSignedIn ? <Navigate to={paths.dashboard} replace /> : <Outlet />;
}

/** An old address, which keeps its query. */
export function MovedTo({ path }: { path: string }) {
  const { search } = useLocation();
  return <Navigate to={path + search} replace />;
}
