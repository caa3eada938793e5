import type { Change } from '@tealight/contract';
import { type Period, type Series, seriesOfColumns } from '@tealight/glucose';
import { type CachedDays, noCachedDays, readDays, type StoredReadings } from './cached-days.ts';
import { columnsOf, dayOf } from './days.ts';

export type HistoryDependencies = {
  history: StoredReadings;
  /**
   * Other nodes write into the store, too. A page may have heard of a reading from one of them before this node has, so
   * the store is asked each time for what is new.
   */
  isShared: boolean;
  changes: {
    subscribe(listener: (wearerId: number, change: Change) => void): () => void;
    onMissed(listener: () => void): () => void;
  };
  now: () => number;
};

export type History = Disposable & {
  /** The wearer's readings of a period, and those before it on its first day in UTC. */
  seriesFor(wearerId: number, period: Period): Promise<Series>;
  /** The readings of a period alone, read from the store: of one long ago, so that the cache keeps what is asked for often. */
  uncachedSeriesFor(wearerId: number, period: Period): Promise<Series>;
};

/** The most cached readings of all wearers together: some 30 MB. */
const CACHED_READINGS = 3_000_000;

/** Readings over time, cached by wearer and day: each day is read once, and a new reading costs a day or two. */
export function openHistory(
  { history, isShared, changes, now }: HistoryDependencies,
  cacheSize: number = CACHED_READINGS,
): History {
  const cache = new Map<number, CachedDays>();
  const unsubscribers = [
    changes.subscribe((wearerId, change) => {
      const cached = cache.get(wearerId);
      if (change === 'readings' && cached !== undefined) cached.validUntil = 0;
      // Erasing a wearer publishes a change of the range: no readings of an erased wearer may stay.
      if (change === 'range') cache.delete(wearerId);
    }),
    changes.onMissed(() => {
      for (const cached of cache.values()) cached.validUntil = 0;
    }),
  ];
  return {
    async seriesFor(wearerId, { from, to }) {
      const cached = moveToEnd(cache, wearerId);
      if (isShared) cached.validUntil = 0;
      const days = cached.pending.then(() => readDays(cached, [dayOf(from), dayOf(to)], { history, now }));
      cached.pending = days.catch(() => {});
      const series = seriesOfColumns(columnsOf(await days, to));
      evict(cache, cacheSize);
      return series;
    },
    async uncachedSeriesFor(wearerId, { from, to }) {
      return seriesOfColumns(columnsOf([await history.columns(wearerId, from, to)], to));
    },
    [Symbol.dispose]() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      cache.clear();
    },
  };
}

/** The wearer's cached days, moved to the end of the map. */
function moveToEnd(cache: Map<number, CachedDays>, wearerId: number): CachedDays {
  const cached = cache.get(wearerId) ?? noCachedDays(wearerId);
  cache.delete(wearerId);
  cache.set(wearerId, cached);
  return cached;
}

/** Removes the wearers that were used longest ago, but never the one used last. */
function evict(cache: Map<number, CachedDays>, maxSize: number): void {
  let size = 0;
  for (const cached of cache.values()) size += cached.size;
  for (const [wearerId, cached] of cache) {
    if (size <= maxSize || cache.size === 1) return;
    cache.delete(wearerId);
    size -= cached.size;
  }
}
