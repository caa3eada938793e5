import { Suspense, useEffect } from 'react';
import { useLocation, useNavigationType, useRoutes } from 'react-router';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { paths } from '../paths.ts';
import { removeSplash, splashShowsReading } from '../splash/splash.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { LoaderOverlay } from './LoaderOverlay.tsx';
import { routes } from './routes.tsx';

/** Scroll position, loading and error handling, the same for every page. */
export function Root() {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts at its top
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <ErrorBoundary resetKey={pathname} fallback={(retry) => <ErrorPage onRetry={retry} />}>
      {/* The splash screen of index.html covers the first load; later the current page stays until the next is loaded. */}
      <Suspense fallback={null}>
        <Page />
        <RemoveSplash />
        <LoaderOverlay />
      </Suspense>
    </ErrorBoundary>
  );
}

const Page = () => useRoutes(routes);

/** Removes the splash screen when the first page is rendered. A reading on it stays until the dashboard shows it. */
function RemoveSplash() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== paths.dashboard || !splashShowsReading()) removeSplash();
  }, [pathname]);
  return null;
}
