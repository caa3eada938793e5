import { useSyncExternalStore } from 'react';

/** The local storage key. A choice of this browser, not of the account: other people may see this screen. */
const key = 'tealight-browser-tab';
const listeners = new Set<() => void>();
/** For browsers that forbid storage: as long as the page is open. */
let inMemory = false;

function isOn(): boolean {
  try {
    return localStorage.getItem(key) === 'reading';
  } catch {
    return inMemory;
  }
}

/** Whether the title and the icon of the browser tab carry the reading; off until it is switched on. */
export function switchBrowserTab(on: boolean): void {
  inMemory = on;
  try {
    if (on) localStorage.setItem(key, 'reading');
    else localStorage.removeItem(key);
  } catch {
    // Kept in memory.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** Whether this browser shows the reading in the title and the icon of its tab; follows the other tabs. */
export const useBrowserTabSetting = (): boolean => useSyncExternalStore(subscribe, isOn);
