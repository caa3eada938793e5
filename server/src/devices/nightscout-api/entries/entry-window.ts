import { type LruCache, lruCache } from '../../../shared/lru-cache.ts';
import {
  type FilledSpan,
  type HistoryLimitOf,
  oldestOf,
  type ReadingsStore,
  type Span,
} from '../readings.ts';
import { type Body, bodyOf } from '../response-body.ts';
import { type Entry, toEntries } from './entry.ts';

/** The end of a span from which the entries are taken. */
export type End = 'newest' | 'oldest';

type TypedText = { type: string; text: string };

/** Entries of a span, newest first, and their response bodies. */
export type Found = {
  entries: readonly Entry[];
  /** What their modified times follow from: `modifiedAtOf`. */
  spans: readonly FilledSpan[];
  /** The response body in this form, built once. `form` identifies everything that determines its text. */
  body(form: string, write: (entries: readonly Entry[]) => TypedText): Body;
};

/** The newest entries of a wearer, newest first, as they were read at `readAt` (epoch ms). */
export type EntryWindow = {
  entries: readonly Entry[];
  spans: readonly FilledSpan[];
  /** True where there are no older ones for displays. */
  isAll: boolean;
  historyLimitMs: number | null;
  readAt: number;
  bodies: LruCache<string, Body>;
};

/** Bodies of one window; the displays of one household use only a few forms. */
const MAX_BODIES = 4;

export type EntryWindowDependencies = {
  store: ReadingsStore;
  historyLimitOf: HistoryLimitOf;
  now: () => number;
};

export async function readWindow(
  { store, historyLimitOf, now }: EntryWindowDependencies,
  wearerId: number,
  count: number,
): Promise<EntryWindow> {
  const readAt = now();
  const historyLimitMs = await historyLimitOf(wearerId);
  const from = historyLimitMs === null ? 0 : readAt - historyLimitMs;
  // One more than is returned: the change of the oldest entry needs the reading before it.
  const newest = { from, until: Number.MAX_SAFE_INTEGER, count: count + 1 };
  const { readings, spans } = await store.newestWithSpans(wearerId, newest);
  const entries = toEntries(wearerId, readings, count);
  return {
    entries,
    spans,
    isAll: readings.length <= count,
    historyLimitMs,
    readAt,
    bodies: lruCache({ limit: MAX_BODIES }),
  };
}

/** The entries of a span in a window; null when the store must be read. */
export function foundIn(
  window: EntryWindow,
  span: Span,
  { end, now }: { end: End; now: number },
): Found | null {
  const { entries, spans, isAll, historyLimitMs, bodies } = window;
  const floor = historyLimitMs === null ? 0 : now - historyLimitMs;
  const from = Math.max(span.from, floor);
  const first = countUntil(entries, ({ date }) => date < span.until);
  const last = countUntil(entries, ({ date }) => date < from);
  const reachesBack = isAll || last < entries.length;
  const total = Math.max(0, last - first);
  if (!reachesBack && (end === 'oldest' || total < span.count)) return null;
  const count = Math.min(total, span.count);
  const start = end === 'newest' ? first : first + total - count;
  const part = entries.slice(start, start + count);
  return {
    entries: part,
    spans,
    body(form, write) {
      const key = `${start} ${count} ${form}`;
      const known = bodies.get(key);
      if (known !== undefined) return known;
      const body = bodyOf(write(part));
      bodies.set(key, body);
      return body;
    },
  };
}

/** How many entries come before the first match. */
function countUntil(entries: readonly Entry[], passes: (entry: Entry) => boolean): number {
  const index = entries.findIndex(passes);
  return index === -1 ? entries.length : index;
}

/** The entries of a span in the store. `store` returns no more than displays may read. */
export async function foundInStore(
  store: ReadingsStore,
  wearerId: number,
  { from, until, count, end }: Span & { end: End },
): Promise<Found> {
  const most = end === 'newest' ? count + 1 : 1;
  const { readings: newest, spans } = await store.newestWithSpans(wearerId, { from, until, count: most });
  const readings = end === 'newest' ? newest : await oldestOf(store, wearerId, { from, until, count });
  const [oldest] = end === 'oldest' ? readings.slice(-1) : [];
  const before =
    oldest === undefined ? [] : await store.newest(wearerId, { from: 0, until: oldest.takenAt, count: 1 });
  const entries = toEntries(wearerId, [...readings, ...before], Math.min(count, readings.length));
  return { entries, spans, body: (_, write) => bodyOf(write(entries)) };
}
