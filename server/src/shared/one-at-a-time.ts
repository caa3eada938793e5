/**
 * Runs `work` once at a time. A call during a run makes it run once more after that, however many calls there are, so
 * what was read first never replaces what was read later.
 *
 * Each call resolves when a run that began after it has ended, and throws what that run throws.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    running = work().finally(() => {
      if (next === null) running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(start, start);
    return next;
  };
}
