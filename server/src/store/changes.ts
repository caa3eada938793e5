import type { Change } from '@tealight/contract';
import type { Db } from './db.ts';

type Listener = (wearerId: number, change: Change) => void;

/** Publishes changes to wearers' data to the subscribers of all nodes. */
export type Changes = {
  /** Calls every subscriber: on this node at once, on other nodes soon after. */
  publish(wearerId: number, change: Change): void;
  /**
   * Publishes a change together with what `transaction` writes: a node that dies right after the commit leaves no change
   * that the others do not know. Returns the function that calls the subscribers on this node, after the commit.
   */
  publishWith(transaction: Db, wearerIds: readonly number[], change: Change): Promise<() => void>;
  /** Calls `listener` until the returned function is called. A listener must not throw. */
  subscribe(listener: Listener): () => void;
  /** Calls `listener` when changes of other nodes may have been missed, so that all cached data is outdated. */
  onMissed(listener: () => void): () => void;
};

/** Changes within this process. `reportMissed` calls the listeners of `onMissed`. */
export function localChanges() {
  const listeners = new Set<Listener>();
  const missedListeners = new Set<() => void>();
  const add = <T>(set: Set<T>, listener: T) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const publish = (wearerId: number, change: Change): void => {
    for (const listener of listeners) listener(wearerId, change);
  };
  return {
    publish,
    publishWith: async (_transaction: Db, wearerIds: readonly number[], change: Change) => () => {
      for (const wearerId of wearerIds) publish(wearerId, change);
    },
    subscribe: (listener: Listener) => add(listeners, listener),
    onMissed: (listener: () => void) => add(missedListeners, listener),
    reportMissed(): void {
      for (const listener of missedListeners) listener();
    },
  };
}
