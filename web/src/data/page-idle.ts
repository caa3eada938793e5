/** The page counts as idle when it has loaded nothing for this long. Own choice. */
const QUIET_MS = 3000;

/** Resolves when the page is loaded and has stopped to request anything, so that more requests slow nothing down. */
export function pageIdle(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(done, QUIET_MS);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET_MS);
    });
    observer.observe({ type: 'resource' });
  });
}
