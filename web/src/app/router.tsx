import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { paths } from '../paths.ts';
import { session } from '../session.ts';
import { Broken } from './Broken.tsx';
import { movedTo, needsNoToken, needsToken } from './guards.ts';
import { PublicFrame } from './PublicFrame.tsx';
import { pages } from './pages.ts';
import { Root } from './Root.tsx';
import { SignUpFrame } from './SignUpFrame.tsx';

const open: RouteObject[] = [
  { path: paths.login, loader: needsNoToken, lazy: pages.login },
  { path: paths.forgotPassword, lazy: pages.forgotPassword },
  { path: paths.resetPassword, lazy: pages.resetPassword },
  { path: `${paths.help}/:topic`, lazy: pages.help },
];

const steps: RouteObject[] = [
  { path: paths.signUp, loader: needsNoToken, lazy: pages.signUp },
  { path: paths.signUpLogin, loader: needsNoToken, lazy: pages.login },
  { path: paths.confirmEmail, lazy: pages.confirmEmail },
  { path: paths.connectionSetup, loader: needsToken, lazy: pages.connectionSetup },
  { path: paths.rangeSetup, loader: needsToken, lazy: pages.rangeSetup },
];

const inside: RouteObject[] = [
  { path: paths.dashboard, loader: needsToken, lazy: pages.dashboard },
  { path: paths.account, loader: needsToken, lazy: pages.account },
  { path: paths.security, loader: needsToken, lazy: pages.security },
  { path: paths.support, loader: needsToken, lazy: pages.support },
];

/** Every route of the app; what is unknown leads to the dashboard, as `/dashboard` does. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: Broken,
    // What index.html shows, until the first page has come.
    HydrateFallback: () => <div className="first-light" />,
    children: [
      { Component: PublicFrame, children: open },
      { Component: SignUpFrame, children: steps },
      { lazy: pages.shell, children: inside },
      { path: '/login/confirm-email', loader: movedTo(paths.confirmEmail), element: <></> },
      { path: '*', loader: () => redirect(paths.dashboard), element: <></> },
    ],
  },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The router of the browser's address; it asks its guards again as soon as a session ends. */
export function createRouter(): AppRouter {
  const router = createBrowserRouter(routes);
  session.onChange(({ elsewhere }) => {
    // Who signs in here is led on by the form itself: to the set-up the first time, else to the dashboard.
    if (session.token() === null || elsewhere) void router.revalidate();
  });
  return router;
}
