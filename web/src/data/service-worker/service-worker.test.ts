import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerServiceWorker } from './service-worker.ts';

/** What the page loads later calls these. */
let onLoaded: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/files.json'
      ? Response.json(['/icons/icon-192.png', '/assets/app-1.js', '/assets/RangeForm-1.js'])
      : Response.error(),
  );
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: () => void) {
        onLoaded.push(listener);
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  onLoaded = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser with an active service worker, and a page that has loaded these URLs. */
function browser(loaded: readonly string[]) {
  const messages: unknown[] = [];
  const register = vi.fn(async () => ({}));
  const ready = Promise.resolve({ active: { postMessage: (message: unknown) => messages.push(message) } });
  vi.stubGlobal('navigator', { serviceWorker: { register, ready } });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    loaded.map((name) => ({ name: new URL(name, window.location.origin).href })) as PerformanceEntryList,
  );
  return { messages, register };
}

test('[DEV-3] a lamp has its files cached after it was opened once, and no others', async () => {
  const { messages, register } = browser([
    '/assets/lamp-1.js',
    '/icons/icon-192.png',
    '/device/v1/feed?code=k7m2qx4w9d',
  ]);
  window.history.replaceState(null, '', '/lamp#k7m2q-x4w9d');
  const registered = registerServiceWorker();
  await vi.advanceTimersByTimeAsync(1000);
  await registered;
  expect(register).toHaveBeenCalledWith('/sw.js');
  expect(messages).toEqual([{ urls: ['/lamp', '/assets/lamp-1.js', '/icons/icon-192.png'] }]);
});

test('[DASH-1] the service worker does not compete with what the page loads', async () => {
  const { register } = browser([]);
  void registerServiceWorker();
  await vi.advanceTimersByTimeAsync(900);
  for (const loaded of onLoaded) loaded();
  await vi.advanceTimersByTimeAsync(900);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(register).toHaveBeenCalled();
});

test('API responses and files of other hosts are never cached', async () => {
  const { messages } = browser([
    '/api/v1/Readings/current-user-readings',
    '/photos/1.webp',
    'https://elsewhere.example/assets/x.js',
  ]);
  window.history.replaceState(null, '', '/account');
  void registerServiceWorker();
  await vi.advanceTimersByTimeAsync(1000);
  expect(messages).toEqual([{ urls: ['/'] }]);
});

test('every file of the app is cached once the page loads nothing more', async () => {
  const { messages } = browser(['/assets/app-1.js']);
  window.history.replaceState(null, '', '/');
  const registered = registerServiceWorker();
  await vi.advanceTimersByTimeAsync(1000 + 2900);
  for (const loaded of onLoaded) loaded();
  await vi.advanceTimersByTimeAsync(2900);
  expect(messages).toEqual([{ urls: ['/', '/assets/app-1.js'] }]);
  await vi.advanceTimersByTimeAsync(200);
  await registered;
  expect(messages[1]).toEqual({
    urls: ['/lamp', '/icons/icon-192.png', '/assets/app-1.js', '/assets/RangeForm-1.js'],
  });
});

test('a browser without workers, or one that refuses, shows the app all the same', async () => {
  vi.stubGlobal('navigator', {});
  await expect(registerServiceWorker()).resolves.toBeUndefined();
  vi.stubGlobal('navigator', { serviceWorker: { register: () => Promise.reject(new Error('insecure')) } });
  const refused = registerServiceWorker();
  await vi.advanceTimersByTimeAsync(1000);
  await expect(refused).resolves.toBeUndefined();
});
