// Caches the files of the app, never its data, so that the pages and the lamp open without a network.
importScripts('/sw-push.js');

const CACHE = 'tealight-1';
/** More files than any version of the app has; the oldest are deleted first. */
const MOST_FILES = 200;
/** After this time a cached page is used instead of the network. */
const NETWORK_TIMEOUT_MS = 4000;

const isHashed = (path) => path.startsWith('/assets/');
const isStaticFile = (path) =>
  /^\/(favicon\.svg|(manifest|lamp)\.webmanifest|icons\/[\w-]+\.png)$/.test(path);
/** What the server answers itself, as `notPages` in its web-app.ts, and files: none of it is a page of the app. */
const notPages = /^\/(api|device|photos|health|metrics|outbox|browserhub|assets|pebble)(\/|$)/i;
const isPage = (path) => !notPages.test(path) && !/\.\w+$/.test(path);
const isLamp = (path) => /^\/lamp\/?$/.test(path);

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

// A page sends the files it has loaded before this worker was active, and, when it is idle, those of all other pages.
self.addEventListener('message', (event) => {
  const { urls = [] } = event.data ?? {};
  event.waitUntil(cacheAll(urls));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    // An emailed link to the server fails visibly: the app knows nothing of it.
    if (isPage(pathname)) event.respondWith(page(request, pathname));
  } else if (isHashed(pathname)) event.respondWith(cachedFile(request));
  else if (isStaticFile(pathname)) event.respondWith(staleWhileRevalidate(request, event));
});

/** A page from the network, or from the cache if that or the server fails. Every page is the same document. */
async function page(request, pathname) {
  const cached = await cachedAnswer(isLamp(pathname) ? '/lamp' : '/');
  try {
    const response = await withTimeout(fetch(request), cached ? NETWORK_TIMEOUT_MS : null);
    // A proxy answers like this while the server restarts.
    if (response.status >= 500 && cached) return cached;
    const isApp =
      response.ok &&
      !response.redirected &&
      response.headers.get('content-security-policy')?.includes('nonce-');
    if (isApp && (pathname === '/' || isLamp(pathname)))
      await keep(isLamp(pathname) ? '/lamp' : '/', response.clone());
    return response;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

/** A file with a hash of its content in its name: the cached one never expires. */
async function cachedFile(request) {
  return (await cachedAnswer(request)) ?? fetchAndCache(request);
}

/** A file that may change under its name: the cached one now, the new one next time (stale-while-revalidate). */
async function staleWhileRevalidate(request, event) {
  const cached = await cachedAnswer(request);
  const next = fetchAndCache(request);
  if (!cached) return next;
  event.waitUntil(next.catch(() => undefined));
  return cached;
}

/** One file after the other, so that a page that is open has the network for itself. */
async function cacheAll(urls) {
  for (const url of urls) {
    if (isHashed(url) && (await cachedAnswer(url))) continue;
    await fetchAndCache(url).catch(() => undefined);
  }
}

async function fetchAndCache(request) {
  const response = await fetch(request);
  if (response.ok) await keep(request, response.clone());
  return response;
}

/** Undefined also where the browser gives this site no storage, which must stop no page that the network has. */
const cachedAnswer = (request) => caches.match(request).catch(() => undefined);

/** Caches an answer if there is space: a storage that is full must stop no page either. */
async function keep(request, response) {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(request, response);
    const names = await cache.keys();
    await Promise.all(
      names.slice(0, Math.max(0, names.length - MOST_FILES)).map((name) => cache.delete(name)),
    );
  } catch {}
}

function withTimeout(promise, ms) {
  if (ms === null) return promise;
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error('Too slow')), ms);
  });
  return Promise.race([promise, late]);
}
