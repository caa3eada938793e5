import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let count = 0;

function change(by: 1 | -1): void {
  count += by;
  for (const listener of listeners) listener();
}

/** Counts a page as loading until its promise settles. */
export async function trackLoading<T>(page: Promise<T>): Promise<T> {
  change(1);
  try {
    return await page;
  } finally {
    change(-1);
  }
}

/** Whether a page is loading. */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
  );
}
