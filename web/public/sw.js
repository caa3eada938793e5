// Keeps what the app is made of, never what it shows: the pages open without a network, and a lamp glows on.
const CACHE = 'tealight-1';
/** More files than any version of the app has; the oldest go first. */
const MOST_FILES = 200;
/** A network that is slower than this counts as none, where there is something kept. */
const PATIENCE_MS = 4000;

const isHashed = (path) => path.startsWith('/assets/');
const isPlain = (path) => /^\/(boot\.js|favicon\.svg|manifest\.webmanifest|icons\/[\w-]+\.png)$/.test(path);
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

// A page that was opened before this worker stood tells it what it is made of.
self.addEventListener('message', (event) => {
  const { keep = [] } = event.data ?? {};
  event.waitUntil(Promise.all(keep.map((address) => keepFile(address))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname));
  else if (isHashed(pathname)) event.respondWith(file(request));
  else if (isPlain(pathname)) event.respondWith(fresh(request, event));
});

/** A page from the network; where that fails, the kept one. Every page of the app is the same document. */
async function page(request, pathname) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(isLamp(pathname) ? '/lamp' : '/');
  try {
    const answer = await inTime(fetch(request), kept ? PATIENCE_MS : null);
    const isApp =
      answer.ok && !answer.redirected && answer.headers.get('content-security-policy')?.includes('nonce-');
    if (isApp && (pathname === '/' || isLamp(pathname))) {
      await cache.put(isLamp(pathname) ? '/lamp' : '/', answer.clone());
    }
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name changes with its content: once kept, it need not be asked for again. */
async function file(request) {
  return (await caches.match(request)) ?? keepFile(request);
}

/** A file that may change under its name: the kept one at once, and the network's the next time. */
async function fresh(request, event) {
  const kept = await caches.match(request);
  const next = keepFile(request);
  if (!kept) return next;
  event.waitUntil(next.catch(() => undefined));
  return kept;
}

async function keepFile(request) {
  const answer = await fetch(request);
  if (!answer.ok) return answer;
  const cache = await caches.open(CACHE);
  await cache.put(request, answer.clone());
  const names = await cache.keys();
  await Promise.all(names.slice(0, Math.max(0, names.length - MOST_FILES)).map((name) => cache.delete(name)));
  return answer;
}

function inTime(promise, ms) {
  if (ms === null) return promise;
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error('Too slow')), ms);
  });
  return Promise.race([promise, late]);
}
