import { isLampPath, paths } from './paths.ts';

/**
 * Lets the service worker keep what this page is made of, so that it opens without a network. Browsers offer it only
 * on secure pages and on this very machine.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: ownFiles() });
  } catch {
    // A browser that refuses shows the app all the same.
  }
}

/** This page and what it has loaded so far, besides what the server told it. */
function ownFiles(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const page = isLampPath(location.pathname) ? paths.lamp : paths.dashboard;
  const files = loaded
    .filter(
      ({ origin, pathname }) =>
        origin === location.origin && /^\/(assets|icons)\/|^\/boot\.js$/.test(pathname),
    )
    .map(({ pathname }) => pathname);
  return [page, ...files];
}
