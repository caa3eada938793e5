import { endFirstLight } from './first-light.ts';
import { keepForOffline } from './offline.ts';
import { isLampPath } from './paths.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the app');

if (import.meta.env.PROD) addEventListener('load', () => void keepForOffline());

// A lamp is often an old screen: it gets its few kilobytes and nothing of the app.
if (isLampPath(location.pathname)) {
  const { openLamp } = await import('./pages/lamp/lamp.ts');
  openLamp(root);
  endFirstLight();
} else {
  const { startApp } = await import('./app/start.tsx');
  startApp(root);
}
