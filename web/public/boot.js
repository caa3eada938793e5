// Runs before the first paint. The key and the attribute are the ones that the app's own switch of light and dark uses.
(() => {
  let chosen = null;
  let signedIn = false;
  try {
    chosen = localStorage.getItem('tealight-color-scheme');
    signedIn = localStorage.getItem('accessToken') !== null;
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
  const { app = '', dashboard = '' } = document.currentScript.dataset;
  for (const href of `${app} ${signedIn ? dashboard : ''}`.split(' ').filter(Boolean)) {
    const attributes = href.endsWith('.css')
      ? { rel: 'preload', as: 'style', crossOrigin: '' }
      : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), attributes, { href }));
  }
})();
