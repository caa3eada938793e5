import { useSyncExternalStore } from 'react';
import { messagesOf } from './call-failed.ts';

/** How long a notice stays unless somebody looks at it, in milliseconds (spec §9). */
export const NOTICE_MS = 6000;

export type Notice = { id: number; kind: 'good' | 'bad'; message: string };

const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

function change(next: readonly Notice[]): void {
  notices = next;
  for (const tellOf of listeners) tellOf();
}

// The same sentence twice is one notice, shown anew.
function show(kind: Notice['kind'], message: string): void {
  lastId += 1;
  change([...notices.filter((shown) => shown.message !== message), { id: lastId, kind, message }]);
}

/** Something went well. */
export const tell = (message: string): void => show('good', message);

/** Something went wrong: each of its messages is a notice of its own (API-3). Takes a sentence too. */
export function complain(error: unknown): void {
  const messages = typeof error === 'string' ? [error] : messagesOf(error);
  for (const message of messages) show('bad', message);
}

/** The notice has been read, or its time is over. Without an id: all of them. */
export const dismiss = (id?: number): void =>
  change(id === undefined ? [] : notices.filter((notice) => notice.id !== id));

/** What is shown now, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (tellOf) => {
      listeners.add(tellOf);
      return () => listeners.delete(tellOf);
    },
    () => notices,
  );
}
