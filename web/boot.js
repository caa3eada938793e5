// Runs before the first paint. The key and the attribute are the ones that the app's own switch of light and dark uses.
(() => {
  let chosen = null;
  let token = null;
  let isAlone = false;
  try {
    chosen = localStorage.getItem('tealight-color-scheme');
    token = localStorage.getItem('accessToken');
    isAlone = localStorage.getItem('tealight-several-wearers') === 'no';
  } catch {
    // Without storage, the page follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  const { app = '', dashboard = '', notLoaded = '' } = document.currentScript.dataset;
  // Loads the page again as soon as the server gives it, for a page one of whose files could not be loaded: nobody may
  // be there to do it, and a lamp would stay dark. main.ts calls it for the files that it loads itself.
  let isReloading = false;
  window.tealightReload = () => {
    if (isReloading) return;
    isReloading = true;
    // One at a time: a server that is silent would take all connections.
    let last = new AbortController();
    const attempt = () => {
      last.abort();
      last = new AbortController();
      fetch(location.href, { cache: 'no-store', signal: last.signal }).then(
        ({ ok }) => ok && location.reload(),
        () => undefined,
      );
    };
    addEventListener('online', attempt);
    setInterval(attempt, 30_000);
  };
  const onFileError = ({ target }) => {
    const title = document.querySelector('.splash > b');
    // Scripts that a proxy or an extension adds are no part of the app; without the splash screen, it has started.
    const isOwn = target.type === 'module' && target.src?.startsWith(`${location.origin}/`);
    if (!isOwn || (title === null && document.readyState !== 'loading')) return;
    if (title !== null) {
      title.setAttribute('role', 'alert');
      title.textContent = notLoaded;
    }
    window.tealightReload();
  };
  // Errors of files do not bubble.
  addEventListener('error', onFileError, true);

  // Preloads the files of the app, and of the dashboard for who is signed in. The lamp page does not need them.
  if (/^\/lamp\/?$/.test(location.pathname)) {
    document.documentElement.setAttribute('data-lamp', '');
    // The bars of the browser around it are dark, too.
    for (const color of document.querySelectorAll('meta[name="theme-color"]'))
      color.setAttribute('content', '#000000');
    // Installed from here it opens as a lamp, with a name and an icon of its own.
    document.title = 'Tealight lamp';
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', '/lamp.webmanifest');
    document.querySelector('link[rel="apple-touch-icon"]')?.setAttribute('href', '/icons/lamp-192.png');
    return;
  }
  // The first calls of the dashboard, so that they do not wait for the app: data/early-calls.ts takes the answers.
  // Of whom: the wearer in the address, else the selected one. Who sees several never sees a reading without its name,
  // so the names are asked for first, unless the address says who is shown or this session is known to see nobody else.
  const wearer = /^\/w\/([0-9a-z]{12})\/?$/.exec(location.pathname)?.[1] ?? null;
  if (token !== null && (wearer !== null || location.pathname === '/')) {
    const people = '/api/v1/People';
    const first = [
      '/api/v1/Readings/current-user-readings',
      '/api/v1/Readings/cgm-connection',
      '/api/v1/UserProfile/current-user',
    ];
    const responses = {};
    for (const path of wearer !== null ? [people, ...first] : isAlone ? first : [people]) {
      responses[path] = fetch(path, {
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(wearer !== null && { 'tealight-wearer': wearer }),
        },
      });
      // What takes the answer handles the failure.
      responses[path].catch(() => undefined);
    }
    window.tealightEarlyCalls = { token, wearer, startedAt: Date.now(), responses };
  }
  // A share link shows nothing of the account, also to who is signed in.
  const showsAccount = token !== null && !/^\/s\/?$/.test(location.pathname);
  const links = `${app} ${showsAccount ? dashboard : ''}`
    .split(' ')
    .filter(Boolean)
    .map((href) => {
      const attributes = href.endsWith('.css')
        ? { rel: 'preload', as: 'style', crossOrigin: '' }
        : { rel: 'modulepreload' };
      return Object.assign(document.createElement('link'), attributes, { href });
    });
  document.head.append(...links);
})();
