import { type Entry, newEntry } from './entry.ts';

/** Wearers remembered though nobody watches them. */
const MOST_RESTING = 10_000;

/** Whom is remembered: all who are watched, and of the others those asked for last. */
export function openEntries() {
  const watched = new Map<number, Entry>();
  const resting = new Map<number, Entry>();
  const rest = (entry: Entry): void => {
    resting.set(entry.wearerId, entry);
    const [oldest] = resting.keys();
    if (resting.size > MOST_RESTING && oldest !== undefined) resting.delete(oldest);
  };
  return {
    watched: (wearerId: number): Entry | undefined => watched.get(wearerId),
    allWatched: () => watched.values(),
    /** The wearer's entry; a new one for somebody who is not remembered. */
    of(wearerId: number): Entry {
      const known = watched.get(wearerId) ?? resting.get(wearerId);
      if (known !== undefined) return known;
      const entry = newEntry(wearerId);
      rest(entry);
      return entry;
    },
    watch(entry: Entry): void {
      resting.delete(entry.wearerId);
      watched.set(entry.wearerId, entry);
    },
    rest(entry: Entry): void {
      watched.delete(entry.wearerId);
      rest(entry);
    },
    /** One who is not watched is read anew when asked for again. */
    forget: (wearerId: number): boolean => resting.delete(wearerId),
    forgetResting: () => resting.clear(),
  };
}
