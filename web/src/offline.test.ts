import { afterEach, expect, test, vi } from 'vitest';
import { keepForOffline } from './offline.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser with a worker that stands, and a page that has loaded these addresses. */
function browser(loaded: readonly string[]) {
  const told: unknown[] = [];
  const register = vi.fn(async () => ({}));
  const ready = Promise.resolve({ active: { postMessage: (message: unknown) => told.push(message) } });
  vi.stubGlobal('navigator', { serviceWorker: { register, ready } });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    loaded.map((name) => ({ name: new URL(name, window.location.origin).href })) as PerformanceEntryList,
  );
  return { told, register };
}

test('[DEV-3] a lamp has kept what it is made of as soon as it was opened once', async () => {
  const { told, register } = browser(['/assets/lamp-1.js', '/boot.js', '/device/v1/feed?code=k7m2qx4w9d']);
  window.history.replaceState(null, '', '/lamp#k7m2q-x4w9d');
  await keepForOffline();
  expect(register).toHaveBeenCalledWith('/sw.js');
  expect(told).toEqual([{ keep: ['/lamp', '/assets/lamp-1.js', '/boot.js'] }]);
});

test('what the server told is never kept, nor what comes from elsewhere', async () => {
  const { told } = browser([
    '/api/v1/Readings/current-user-readings',
    '/photos/1.webp',
    'https://elsewhere.example/assets/x.js',
  ]);
  window.history.replaceState(null, '', '/account');
  await keepForOffline();
  expect(told).toEqual([{ keep: ['/'] }]);
});

test('a browser without workers, or one that refuses, shows the app all the same', async () => {
  vi.stubGlobal('navigator', {});
  await expect(keepForOffline()).resolves.toBeUndefined();
  vi.stubGlobal('navigator', { serviceWorker: { register: () => Promise.reject(new Error('insecure')) } });
  await expect(keepForOffline()).resolves.toBeUndefined();
});
