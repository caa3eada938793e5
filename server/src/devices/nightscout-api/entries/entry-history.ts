import { DELTA_GAP_MS, type Reading } from '@tealight/glucose';
import { type FilledSpan, oldestOf, type ReadingsStore } from '../readings.ts';
import { bodyOf } from '../response-body.ts';
import { type Entry, toEntry } from './entry.ts';
import { type EntryWindow, type Found, foundIn, foundInStore } from './entry-window.ts';
import { firstDateModified, lastModified, modifiedAtOf, oldestModifiedFrom } from './modified.ts';

/**
 * Entries that were modified from `from` on and before `until` (epoch ms), in the order of their modified times. A
 * client continues after the last one in units of `unitMs`: entries that share a unit are never in two answers, so
 * that one may have more than `count`. With units of more than a millisecond those of the first unit, which it may
 * have, are not counted.
 */
export type Modified = { from: number; until: number; count: number; unitMs: number };

/** Modified entries of a window; null when the store must be read. */
export function modifiedInWindow(window: EntryWindow, modified: Modified, now: number): Found | null {
  const { entries, spans, isAll, historyLimitMs } = window;
  const { from, until, count, unitMs } = modified;
  const isFilledIn = spans.some((span) => span.lastModified >= from);
  if (!isFilledIn && unitMs === 1) return foundIn(window, { from, until, count }, { end: 'oldest', now });
  const floor = historyLimitMs === null ? 0 : now - historyLimitMs;
  const oldest = entries.at(-1);
  const isComplete =
    isAll || (oldest !== undefined && oldest.date < Math.max(floor, oldestModifiedFrom(spans, from)));
  if (!isComplete) return null;
  const found = entries
    .filter(({ date }) => date >= floor)
    .map((entry) => ({ entry, at: modifiedAtOf(spans, entry.date) }))
    .filter(({ at }) => at >= from && at < until)
    .sort((a, b) => a.at - b.at || a.entry.date - b.entry.date);
  return firstOf(found, modified, spans);
}

type ModifiedEntry = { entry: Entry; at: number };

/**
 * Modified entries in the store. `store` returns no more than displays may read. What is stored meanwhile is modified
 * later than everything that is returned, so that it is in an answer after this one.
 */
export async function modifiedInStore(
  store: ReadingsStore,
  wearerId: number,
  modified: Modified,
): Promise<Found> {
  const { from, count, unitMs } = modified;
  const head = await store.newestWithSpans(wearerId, { from: 0, until: modified.until, count: 1 });
  const { spans } = head;
  const until = Math.min(modified.until, (lastModified(head, modified.until) ?? 0) + 1);
  const filled = spans
    .filter((span) => span.lastModified >= from)
    .sort((a, b) => a.lastModified - b.lastModified);
  if (filled.length === 0 && unitMs === 1)
    return foundInStore(store, wearerId, { from, until, count, end: 'oldest' });

  const found: ModifiedEntry[] = [];
  const read = async (dates: Range, times: Range): Promise<void> => {
    let previous: Reading | null = null;
    for (let start = dates.from - DELTA_GAP_MS; start < dates.until && dates.from < dates.until; ) {
      const page = await oldestOf(store, wearerId, { from: start, until: dates.until, count: count + 1 });
      for (const reading of page.toReversed()) {
        const at = modifiedAtOf(spans, reading.takenAt);
        if (at >= times.from && at < times.until)
          found.push({ entry: toEntry(wearerId, reading, previous), at });
        previous = reading;
      }
      if (previous === null || page.length <= count || isEnough(found, modified)) return;
      start = previous.takenAt + 1;
    }
  };
  // Between the spans of modified times are those of readings that arrived in their order.
  let at = from;
  for (const span of filled) {
    const inOrder = { from: at, until: Math.min(until, span.firstModified) };
    await read(inOrder, inOrder);
    if (isEnough(found, modified)) break;
    at = Math.max(at, span.firstModified);
    const dates = { from: firstDateModified(span, at), until: span.lastAt + DELTA_GAP_MS + 1 };
    await read(dates, { from: at, until: Math.min(until, span.lastModified + 1) });
    if (isEnough(found, modified)) break;
    at = Math.max(at, span.lastModified + 1);
  }
  if (!isEnough(found, modified)) await read({ from: at, until }, { from: at, until });
  return firstOf(found, modified, spans);
}

type Range = { from: number; until: number };

/** The time of the last entry to return, in units; null while there are not as many. `found`: by modified times. */
function lastUnit(found: readonly ModifiedEntry[], { from, count, unitMs }: Modified): number | null {
  const isRepeated = ({ at }: ModifiedEntry) => unitMs > 1 && at < from + unitMs;
  const repeated = found.findIndex((one) => !isRepeated(one));
  const last = found[(repeated === -1 ? found.length : repeated) + count - 1];
  return last === undefined ? null : Math.floor(last.at / unitMs);
}

/** Whether all entries of an answer are there, and one of the next. */
function isEnough(found: readonly ModifiedEntry[], modified: Modified): boolean {
  const last = lastUnit(found, modified);
  const newest = found.at(-1);
  return last !== null && newest !== undefined && Math.floor(newest.at / modified.unitMs) > last;
}

/** The entries of an answer, the last one first. */
function firstOf(found: readonly ModifiedEntry[], modified: Modified, spans: readonly FilledSpan[]): Found {
  const last = lastUnit(found, modified) ?? Number.POSITIVE_INFINITY;
  const entries = found
    .filter(({ at }) => Math.floor(at / modified.unitMs) <= last)
    .map(({ entry }) => entry)
    .reverse();
  return { entries, spans, body: (_, write) => bodyOf(write(entries)) };
}
