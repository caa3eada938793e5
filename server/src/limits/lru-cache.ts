/** Keys remembered at most; the longest untouched are forgotten first, so that floods of them cost no memory. */
const MOST = 50_000;

/** A map that forgets what was touched longest ago. */
export function lruCache<T>(most = MOST) {
  const kept = new Map<string, T>();
  return {
    get: (key: string): T | undefined => kept.get(key),
    set(key: string, value: T): void {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    delete: (key: string): boolean => kept.delete(key),
  };
}
