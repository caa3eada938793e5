import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { KeepFresh } from '../../data/KeepFresh.tsx';
import { useBrowserTabSetting } from '../../features/reading/browser-tab/setting.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import { Frame } from './Frame.tsx';

const ReadingInTab = lazyComponent(
  async () => (await import('../../features/reading/browser-tab/ReadingInTab.tsx')).ReadingInTab,
);

/** Header and footer of the signed-in pages; refreshes their data while it is open. */
export function Shell() {
  return (
    <Frame width="wide" actions={<AvatarMenu />}>
      <KeepFresh />
      <TabReading />
      <Outlet />
    </Frame>
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
