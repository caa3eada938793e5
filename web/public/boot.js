// Runs before the first paint. The key and the attribute are the ones that the app's own switch of light and dark uses.
(() => {
  let chosen = null;
  let token = null;
  try {
    chosen = localStorage.getItem('tealight-color-scheme');
    token = localStorage.getItem('accessToken');
  } catch {
    // Without storage, the page follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

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
  if (token !== null && location.pathname === '/') {
    const responses = {};
    for (const path of [
      '/api/v1/Readings/current-user-readings',
      '/api/v1/Readings/cgm-connection',
      '/api/v1/UserProfile/current-user',
    ]) {
      responses[path] = fetch(path, {
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      });
      // What takes the answer handles the failure.
      responses[path].catch(() => undefined);
    }
    window.tealightEarlyCalls = { token, startedAt: Date.now(), responses };
  }
  const { app = '', dashboard = '' } = document.currentScript.dataset;
  for (const href of `${app} ${token === null ? '' : dashboard}`.split(' ').filter(Boolean)) {
    const attributes = href.endsWith('.css')
      ? { rel: 'preload', as: 'style', crossOrigin: '' }
      : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), attributes, { href }));
  }
})();
