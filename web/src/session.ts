import { useSyncExternalStore } from 'react';

/** Where the access token outlives the page (requirement LOG-2). */
export const tokenKey = 'accessToken';

/** `elsewhere`: it happened in another tab of this browser. */
type Listener = (how: { elsewhere: boolean }) => void;
const listeners = new Set<Listener>();
let token = kept();

function kept(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null;
  }
}

function keep(next: string | null): void {
  try {
    if (next === null) localStorage.removeItem(tokenKey);
    else localStorage.setItem(tokenKey, next);
  } catch {
    // A browser that keeps nothing is signed in for as long as the page is open.
  }
}

function change(next: string | null, elsewhere = false): void {
  if (next === token) return;
  token = next;
  for (const tell of listeners) tell({ elsewhere });
}

/** Who is signed in here: the access token, in memory and in the browser. */
export const session = {
  token: (): string | null => token,
  /** The wearer has signed in. */
  begin(next: string): void {
    keep(next);
    change(next);
  },
  /** The wearer has signed out, or the server no longer knows the token. */
  end(): void {
    keep(null);
    change(null);
  },
  /** Calls back whenever somebody has signed in or out. Returns how to stop. */
  onChange(tell: Listener): () => void {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

/** The access token, or null for a visitor. */
export const useToken = (): string | null => useSyncExternalStore(session.onChange, session.token);

// What other tabs of this browser do counts here too; a null key means that everything was cleared.
addEventListener('storage', ({ key, newValue }) => {
  if (key === tokenKey) change(newValue, true);
  else if (key === null) change(null, true);
});
