import { lruCache } from '../shared/lru-cache.ts';
import { newWearerState, type WearerState } from './wearer-state.ts';

/** The most cached wearers without watchers. */
const UNWATCHED = 10_000;

/** The cached states: of all wearers with watchers, and of the wearers without that were used last. */
export function openWearerStates() {
  const watched = new Map<number, WearerState>();
  const unwatched = lruCache<number, WearerState>({ limit: UNWATCHED });
  return {
    watched: (wearerId: number): WearerState | undefined => watched.get(wearerId),
    allWatched: () => watched.values(),
    /** The wearer's state; a new one for a wearer who is not cached. */
    of(wearerId: number): WearerState {
      const cached = watched.get(wearerId) ?? unwatched.get(wearerId);
      if (cached !== undefined) return cached;
      const state = newWearerState(wearerId);
      unwatched.set(wearerId, state);
      return state;
    },
    watch(state: WearerState): void {
      unwatched.delete(state.wearerId);
      watched.set(state.wearerId, state);
    },
    unwatch(state: WearerState): void {
      watched.delete(state.wearerId);
      unwatched.set(state.wearerId, state);
    },
    /** Removes a state without watchers, so that it is read again on its next use. */
    removeUnwatched: (wearerId: number): boolean => unwatched.delete(wearerId),
    removeAllUnwatched: () => unwatched.clear(),
  };
}
