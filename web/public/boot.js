// Runs before the first paint, so that a colour scheme chosen by hand does not flash in the system's.
// The key and the attribute are the ones that the app's own switch uses.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('tealight-color-scheme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
