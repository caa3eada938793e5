import type { Change } from '@tealight/contract';
import { lruCache } from '../../../shared/lru-cache.ts';
import { SECOND } from '../../../shared/time-units.ts';
import { type FilledSpan, type Span, withinHistoryLimit } from '../readings.ts';
import { type Modified, modifiedInStore, modifiedInWindow } from './entry-history.ts';
import {
  type End,
  type EntryWindow,
  type EntryWindowDependencies,
  type Found,
  foundIn,
  foundInStore,
  readWindow,
} from './entry-window.ts';

export type EntryCacheDependencies = EntryWindowDependencies & {
  changes: {
    subscribe(listener: (wearerId: number, change: Change) => void): () => void;
    onMissed(missed: () => void): () => void;
  };
};

export type EntryCache = Disposable & {
  /** The newest entries of a span, or its oldest. */
  find(wearerId: number, span: Span, end?: End): Promise<Found>;
  /** Of the entries that were modified in a span of time the earliest, the latest of these first. */
  findModified(wearerId: number, modified: Modified): Promise<Found>;
  /** When readings were filled in. */
  spansOf(wearerId: number): Promise<readonly FilledSpan[]>;
};

/** A day of a five-minute sensor, which is what most displays draw. */
const DAY_ENTRIES = 300;
/** Three days and more, for the others. Queries that reach further back always read the store. */
const LARGE_ENTRIES = 1000;
/** Read again after this even without a change notification. Own choice. */
const REVALIDATE_AFTER_MS = 10 * SECOND;
/** Of all wearers together. An entry takes some 600 bytes, and 330 more in each body: at most 100 MB, usually half. */
const MAX_ENTRIES = 50_000;

/** `size`: how many entries it holds; 0 while it is being read. */
type Kept = { width: number; size: number; window: Promise<EntryWindow> };

/** The entries that displays request repeatedly, cached until their wearer's data changes. */
export function openEntryCache(dependencies: EntryCacheDependencies, mostEntries = MAX_ENTRIES): EntryCache {
  const { historyLimitOf, now } = dependencies;
  /** The least recently requested wearer is removed first. */
  const windows = lruCache<number, Kept>({ limit: mostEntries, sizeOf: ({ size }) => size });
  const inStore = withinHistoryLimit(dependencies.store, historyLimitOf, now);
  const unsubscribe = [
    // There may be new readings; and an erased wearer is published as one whose range has changed.
    dependencies.changes.subscribe((wearerId, change) => {
      if (change !== 'connection') windows.delete(wearerId);
    }),
    dependencies.changes.onMissed(() => windows.clear()),
  ];

  /** A response that was read before a change is sent to the display that requested it, and not cached. */
  const read = (wearerId: number, width: number): Promise<EntryWindow> => {
    const kept: Kept = { width, size: 0, window: readWindow(dependencies, wearerId, width) };
    windows.set(wearerId, kept);
    const isStillKept = () => windows.peek(wearerId) === kept;
    kept.window.then(
      ({ entries }) => {
        if (isStillKept()) windows.set(wearerId, { ...kept, size: entries.length });
      },
      () => {
        if (isStillKept()) windows.delete(wearerId);
      },
    );
    return kept.window;
  };
  const windowOf = async (wearerId: number, width: number): Promise<EntryWindow> => {
    const kept = windows.get(wearerId);
    if (kept === undefined || kept.width < width) return read(wearerId, width);
    const window = await kept.window;
    if (windows.peek(wearerId)?.window !== kept.window) return windowOf(wearerId, width);
    if (now() - window.readAt >= REVALIDATE_AFTER_MS) return read(wearerId, kept.width);
    return window;
  };

  return {
    async find(wearerId, span, end = 'newest') {
      let from = span.from;
      for (const width of [DAY_ENTRIES, LARGE_ENTRIES]) {
        if (end === 'newest' && span.count > width) continue;
        const window = await windowOf(wearerId, width);
        const found = foundIn(window, span, { end, now: now() });
        if (found !== null) return found;
        if (window.historyLimitMs !== null) from = Math.max(from, now() - window.historyLimitMs);
        // A query older than everything in a complete window has no entries in a wider window either.
        const oldest = window.entries.at(-1);
        if (oldest !== undefined && oldest.date >= span.until) break;
      }
      return foundInStore(inStore, wearerId, { ...span, from, end });
    },
    async findModified(wearerId, modified) {
      for (const width of [DAY_ENTRIES, LARGE_ENTRIES]) {
        const found = modifiedInWindow(await windowOf(wearerId, width), modified, now());
        if (found !== null) return found;
      }
      return modifiedInStore(inStore, wearerId, modified);
    },
    async spansOf(wearerId) {
      return (await windowOf(wearerId, DAY_ENTRIES)).spans;
    },
    [Symbol.dispose]() {
      for (const stop of unsubscribe) stop();
      windows.clear();
    },
  };
}
