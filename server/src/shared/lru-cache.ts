import { LRUCache } from 'lru-cache';

/** The default limit, so that a flood of keys cannot fill the memory. */
const DEFAULT_LIMIT = 50_000;

export type LruCache<K extends string | number, V extends object | number> = LRUCache<K, V>;

type Options<K extends string | number, V extends object | number> = {
  /** The total size of all entries. */
  limit?: number;
  /** The size of an entry; by default each has the size 1. */
  sizeOf?: (value: V) => number;
  /** Called for each entry that was evicted for a newer one. */
  onEvict?: (value: V, key: K) => void;
};

/** A map of limited size, which evicts the entries that were read or written longest ago. */
export function lruCache<K extends string | number, V extends object | number>({
  limit = DEFAULT_LIMIT,
  sizeOf = () => 1,
  onEvict,
}: Options<K, V> = {}): LruCache<K, V> {
  return new LRUCache<K, V>({
    // Not `max`, which allocates memory for that many entries at once.
    maxSize: limit,
    // Entries of size 0 are not allowed.
    sizeCalculation: (value) => Math.max(1, sizeOf(value)),
    ...(onEvict && {
      disposeAfter: (value, key, reason) => {
        if (reason === 'evict') onEvict(value, key);
      },
    }),
  });
}
