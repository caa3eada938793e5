import { registerServiceWorker } from './data/service-worker.ts';
import { isLampPath } from './paths.ts';
import { removeSplash } from './splash.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app');

if (import.meta.env.PROD) addEventListener('load', () => void registerServiceWorker());

// A lamp is often an old device: it loads only a few kilobytes and nothing of the app.
if (isLampPath(location.pathname)) {
  const { openLamp } = await import('./lamp/lamp.ts');
  openLamp(root);
  removeSplash();
} else {
  const { startApp } = await import('./app/start.tsx');
  startApp(root);
}
