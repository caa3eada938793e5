import { useSyncExternalStore } from 'react';
import { messagesOf } from './call-failed.ts';

/** How long a notice is shown unless it is hovered or focused, in milliseconds (spec §9). */
export const NOTICE_MS = 6000;

export type Notice = { id: number; kind: 'success' | 'error'; message: string };

const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

// A message that is already shown replaces the earlier notice. What works again is no error any more.
function show(kind: Notice['kind'], message: string): void {
  lastId += 1;
  const others = notices.filter(
    (shown) => shown.message !== message && (kind === 'error' || shown.kind === kind),
  );
  change([...others, { id: lastId, kind, message }]);
}

/** Shows a success message. */
export const notifySuccess = (message: string): void => show('success', message);

/** Shows an error, one notice for each of its messages (API-3), or a single sentence. */
export function notifyError(error: unknown): void {
  const messages = typeof error === 'string' ? [error] : messagesOf(error);
  for (const message of messages) show('error', message);
}

/** Closes a notice; without an id, all of them. */
export const dismiss = (id?: number): void =>
  change(id === undefined ? [] : notices.filter((notice) => notice.id !== id));

/** The open notices, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}
