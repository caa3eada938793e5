import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '../paths.ts';
import { session } from '../session.ts';

/** Pages of the signed-in wearer: without an access token they lead to the login. */
export const needsToken = () => (session.token() === null ? redirect(paths.login) : null);

/** Pages for whoever is not signed in yet. */
export const needsNoToken = () => (session.token() === null ? null : redirect(paths.dashboard));

/** An old address that keeps its query. */
export const movedTo =
  (path: string) =>
  ({ request }: LoaderFunctionArgs) =>
    redirect(path + new URL(request.url).search);
