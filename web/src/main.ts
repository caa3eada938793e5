import { loadDateRules } from './data/page/page-locale.ts';
import { registerServiceWorker } from './data/service-worker/service-worker.ts';
import { isLampPath, isSharePath } from './paths.ts';
import { removeSplash, showOnSplash } from './splash/splash.ts';
import { showReadingOnSplash } from './splash/splash-reading.ts';
import { startText } from './text/start.ts';

declare global {
  interface Window {
    /** Loads the page again as soon as the server gives it; of boot.js. */
    tealightReload: () => void;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app');

// The page of a share link keeps nothing in the browser.
if (import.meta.env.PROD && !isSharePath(location.pathname))
  addEventListener('load', () => void registerServiceWorker());

/** Opens the lamp or the app. A lamp is often an old device: it loads only a few kilobytes and nothing of the app. */
async function open(place: HTMLElement): Promise<void> {
  if (isLampPath(location.pathname)) {
    const { openLamp } = await import('./lamp/lamp.ts');
    openLamp(place);
    removeSplash();
  } else {
    if (window.tealightEarlyCalls !== undefined)
      void showReadingOnSplash().then(nextTask).then(loadDateRules);
    await splashDrawn();
    // The libraries first: evaluated with the app, they would keep the page from responding for longer.
    await import('react');
    await nextTask();
    const { startApp } = await import('./app/start.tsx');
    await startApp(place);
  }
}

/** A page that nobody looks at is not drawn; own choice. */
const DRAWN_WITHIN_MS = 200;

/** Resolves when the splash screen was drawn, so that the code of the app does not keep it waiting. */
function splashDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve(nextTask()));
    setTimeout(resolve, document.hidden ? 0 : DRAWN_WITHIN_MS);
  });
}

/** Resolves in a task of its own, so that the page responds between what is done before and after it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

try {
  // What this file imports has just been evaluated.
  await nextTask();
  await open(root);
} catch (error) {
  // The network was lost while the page was loading.
  window.tealightReload();
  showOnSplash(startText.notLoaded);
  throw error;
}
