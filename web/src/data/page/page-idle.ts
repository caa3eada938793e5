/** Resolves when the page has loaded nothing for `quietMs`, so that more requests slow nothing down. */
export function pageIdle(quietMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(done, quietMs);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    });
    observer.observe({ type: 'resource' });
  });
}
