import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { LatePage } from '../../components/Page.tsx';
import { KeepFresh } from '../../data/KeepFresh.tsx';
import { setTitleWearer } from '../../data/page/document-title.ts';
import { useHasAlarms } from '../../data/wearer/alarms.ts';
import { useShown } from '../../data/wearer/shown-wearer.ts';
import { useLoadedWearers, useWearer } from '../../data/wearer/wearers.ts';
import { useBrowserTabSetting } from '../../features/reading/browser-tab/setting.ts';
import { removeSplash } from '../../splash/splash.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import { Frame } from './Frame.tsx';

const ReadingInTab = lazyComponent(
  async () => (await import('../../features/reading/browser-tab/ReadingInTab.tsx')).ReadingInTab,
);

const AlarmBar = lazyComponent(async () => (await import('../../features/alarms/bar/AlarmBar.tsx')).AlarmBar);

/** Loaded by who sees several wearers. */
const WearerSwitch = lazyComponent(
  async () => (await import('../../features/wearer-switch/WearerSwitch.tsx')).WearerSwitch,
);
const NoSuchWearer = lazyComponent(
  async () => (await import('../../features/wearer-switch/NoSuchWearer.tsx')).NoSuchWearer,
);

/** Header and footer of the signed-in pages; refreshes their data while it is open. */
export function Shell() {
  const { name } = useWearer();
  useEffect(() => {
    setTitleWearer(name);
    return () => setTitleWearer(null);
  }, [name]);
  const actions = (
    <>
      {name !== null && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <WearerSwitch />
          </Suspense>
        </ErrorBoundary>
      )}
      <AvatarMenu isBesideWearerSwitch={name !== null} />
    </>
  );
  return (
    <Frame width="wide" actions={actions}>
      <WearerPages />
    </Frame>
  );
}

/** The page, once it is known of whom it is. */
function WearerPages() {
  const isLost = useShown('isLost');
  const { state, refetch } = useLoadedWearers();
  const isPage = state === 'ready' && !isLost;
  useEffect(() => {
    // A reading on it is of nobody whom the page shows.
    if (!isPage && state !== 'loading') removeSplash();
  }, [isPage, state]);
  return (
    <>
      <Alarms />
      {isLost && <NoSuchWearer />}
      {!isPage && !isLost && <LatePage isError={state === 'failed'} refetch={refetch} height={380} />}
      {isPage && (
        <>
          <KeepFresh />
          <TabReading />
          <Outlet />
        </>
      )}
    </>
  );
}

/**
 * The alarms that go on, where anybody's are on; whose page it is does not matter to them. Failing to load it harms no
 * page.
 */
function Alarms() {
  if (!useHasAlarms()) return null;
  return (
    <ErrorBoundary resetKey="" fallback={() => null}>
      <Suspense fallback={null}>
        <AlarmBar />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The reading in the browser tab, where it is switched on. Failing to load it harms no page. */
function TabReading() {
  const isOn = useBrowserTabSetting();
  if (!isOn) return null;
  return (
    <ErrorBoundary resetKey="" fallback={() => null}>
      <Suspense fallback={null}>
        <ReadingInTab />
      </Suspense>
    </ErrorBoundary>
  );
}
