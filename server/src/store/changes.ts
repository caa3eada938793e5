import type { Change } from '@tealight/contract';

type Listener = (wearerId: number, change: Change) => void;

/** Who is told when something of a wearer changes, on whichever node it did. */
export type Changes = {
  /** Tells every listener: here at once, on other nodes soon after. */
  tell(wearerId: number, change: Change): void;
  /** Listens until the returned function is called. A listener must not throw. */
  listen(listener: Listener): () => void;
  /** Called when changes of other nodes may have been missed: whatever was remembered is to be asked for again. */
  onMissed(listener: () => void): () => void;
};

/** What has been told, to those on this node. */
export function localChanges() {
  const listeners = new Set<Listener>();
  const missed = new Set<() => void>();
  const join = <T>(set: Set<T>, listener: T) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  return {
    tell(wearerId: number, change: Change): void {
      for (const listener of listeners) listener(wearerId, change);
    },
    listen: (listener: Listener) => join(listeners, listener),
    onMissed: (listener: () => void) => join(missed, listener),
    miss(): void {
      for (const listener of missed) listener();
    },
  };
}
