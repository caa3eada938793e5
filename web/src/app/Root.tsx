import { Suspense, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { endFirstLight } from '../first-light.ts';
import { Boundary } from './Boundary.tsx';
import { LoaderOverlay } from './LoaderOverlay.tsx';
import { Pages } from './Pages.tsx';

/** What every page has: it starts at its top, waits in the same way, and breaks in the same way. */
export function Root() {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page starts at its top
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <Boundary at={pathname}>
      {/* At first stands what index.html shows; later the present page stays until the next one is there. */}
      <Suspense fallback={null}>
        <Pages />
        <Arrived />
        <LoaderOverlay />
      </Suspense>
    </Boundary>
  );
}

/** The first page is there. */
function Arrived() {
  useEffect(endFirstLight, []);
  return null;
}
