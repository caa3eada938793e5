import { Outlet, ScrollRestoration } from 'react-router';
import { LoaderOverlay } from './LoaderOverlay.tsx';

/** What every page has: it starts at its top, and waits in the same way. */
export function Root() {
  return (
    <>
      <Outlet />
      <LoaderOverlay />
      <ScrollRestoration />
    </>
  );
}
