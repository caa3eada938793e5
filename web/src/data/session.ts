import { useSyncExternalStore } from 'react';

/** The local storage key of the access token (LOG-2). */
const tokenKey = 'accessToken';

/** `fromAnotherTab`: the sign-in or sign-out happened in another tab of this browser. */
type Listener = (event: { fromAnotherTab: boolean }) => void;
const listeners = new Set<Listener>();
let token = readStoredToken();
/** Whether the browser has kept the token: otherwise it says nothing about it. */
let isKept = true;

function readStoredToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

function storeToken(next: string | null): void {
  try {
    if (next === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, next);
    isKept = true;
  } catch {
    // Without storage, the session lasts as long as the page is open.
    isKept = false;
  }
}

function change(next: string | null, fromAnotherTab = false): void {
  if (next === token) return;
  token = next;
  for (const listener of listeners) listener({ fromAnotherTab });
}

/** The session: the access token, in memory and in local storage. */
export const session = {
  token: (): string | null => token,
  /** The user has signed in. */
  begin(next: string): void {
    storeToken(next);
    change(next);
  },
  /** The user has signed out, or the server no longer knows the token. */
  end(): void {
    // Another tab may have begun a session that this one has not noticed, while it was frozen.
    if (readStoredToken() === token) storeToken(null);
    change(null);
  },
  /** Calls the listener after each sign-in and sign-out. Returns the function that removes it. */
  onChange(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The access token, or null when signed out. */
export const useToken = (): string | null => useSyncExternalStore(session.onChange, session.token);

// A page that the browser had frozen, and shows again, has missed what happened in other tabs.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isKept) change(readStoredToken(), true);
});

// Follows sign-ins and sign-outs in other tabs; a null key means that the storage was cleared.
addEventListener('storage', ({ key, newValue }) => {
  if (key === tokenKey) change(newValue, true);
  else if (key === null) change(null, true);
});
