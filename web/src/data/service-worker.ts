import { isLampPath, paths } from '../paths.ts';

/**
 * Registers the service worker and sends it the files of this page, so that the page opens without a network.
 * Browsers support this only in secure contexts.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ urls: ownFiles() });
  } catch {
    // The app works without a service worker.
  }
}

/** This page and the static files it has loaded, without API responses. */
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
