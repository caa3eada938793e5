import { isLampPath, paths } from '../../paths.ts';
import { pageIdle } from '../page/page-idle.ts';

/** The page is complete when it has loaded nothing for this long; own choice. */
const COMPLETE_MS = 1000;
/** And it is idle after so much longer; own choice. */
const IDLE_MS = 3000;

/** The list of all files of the web app, written by the build. */
const FILE_LIST = '/files.json';

/**
 * When the page is complete, registers the service worker, and sends it the files of this page and, when the page is
 * idle, all others: then every page and every panel opens without a network. A lamp is often an old device and has its
 * own few files cached only. Browsers support this only in secure contexts.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    // Its start and its requests would delay the reading.
    await pageIdle(COMPLETE_MS);
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const isLamp = isLampPath(location.pathname);
    active?.postMessage({ urls: [isLamp ? paths.lamp : paths.dashboard, ...loadedFiles()] });
    if (isLamp) return;
    await pageIdle(IDLE_MS);
    active?.postMessage({ urls: [paths.lamp, ...(await allFiles())] });
  } catch {
    // The app works without a service worker.
  }
}

/** The static files that this page has loaded, without API responses. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|icons)\//.test(pathname))
    .map(({ pathname }) => pathname);
}

async function allFiles(): Promise<string[]> {
  const list: unknown = await (await fetch(FILE_LIST)).json();
  return Array.isArray(list) ? list.filter((path) => typeof path === 'string') : [];
}
