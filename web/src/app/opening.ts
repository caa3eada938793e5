import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let count = 0;

function change(by: 1 | -1): void {
  count += by;
  for (const tell of listeners) tell();
}

/** Counts a page as being opened until it is there, or cannot be had. */
export async function waitFor<T>(page: Promise<T>): Promise<T> {
  change(1);
  try {
    return await page;
  } finally {
    change(-1);
  }
}

/** Whether a page is being opened. */
export function useOpening(): boolean {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => count > 0,
  );
}
