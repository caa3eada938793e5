import { CLOCK_SKEW_MS, type Reading } from '@tealight/glucose';
import { MINUTE } from '../../shared/time-units.ts';

/** From `from` on and before `until` (epoch ms), no more than `count`. */
export type Span = { from: number; until: number; count: number };

/** Readings from `firstAt` to `lastAt` that were filled in after newer ones, and when they count as modified (epoch ms). */
export type FilledSpan = { firstAt: number; lastAt: number; firstModified: number; lastModified: number };

export type ReadingsStore = {
  /** Newest first. */
  newest(wearerId: number, span: Span): Promise<Reading[]>;
  /** The same, and the spans of the same moment. */
  newestWithSpans(wearerId: number, span: Span): Promise<{ readings: Reading[]; spans: FilledSpan[] }>;
};

/**
 * Before this time (epoch ms) are the readings that displays have now: as everywhere in Tealight, those too whose source
 * has a clock that is a little ahead.
 */
export const endOfReadings = (now: number): number => now + CLOCK_SKEW_MS + 1;

/** How far back a wearer lets displays read, in ms; null: without a limit. */
export type HistoryLimitOf = (wearerId: number) => Promise<number | null>;

/** A code gives access for a display, not to the history: readings that its wearer does not share are absent in every response. */
export function withinHistoryLimit(
  store: ReadingsStore,
  historyLimitOf: HistoryLimitOf,
  now: () => number,
): ReadingsStore {
  const floorOf = async (wearerId: number) => {
    const historyLimitMs = await historyLimitOf(wearerId);
    return historyLimitMs === null ? 0 : now() - historyLimitMs;
  };
  return {
    async newest(wearerId, { from, ...span }) {
      return store.newest(wearerId, { from: Math.max(from, await floorOf(wearerId)), ...span });
    },
    async newestWithSpans(wearerId, { from, ...span }) {
      const floor = await floorOf(wearerId);
      const { readings, spans } = await store.newestWithSpans(wearerId, {
        ...span,
        from: Math.max(from, floor),
      });
      return { readings, spans: spans.filter(({ lastAt }) => lastAt >= floor) };
    },
  };
}

/** No source gives readings closer together than half a minute. */
const MAX_PER_MINUTE = 2;

/**
 * The oldest readings of a span, newest first. The store returns only the newest, so the span is read in parts: longer
 * ones where there are few readings, shorter ones where there are more than fit in a response.
 */
export async function oldestOf(
  store: ReadingsStore,
  wearerId: number,
  { from, until, count }: Span,
): Promise<Reading[]> {
  const found: Reading[] = [];
  const most = count * MAX_PER_MINUTE;
  let stretch = count * MINUTE;
  for (let at = from; at < until && found.length < count; ) {
    const end = Math.min(until, at + stretch);
    const some = await store.newest(wearerId, { from: at, until: end, count: most });
    if (some.length === most && stretch > MINUTE) {
      stretch = Math.ceil(stretch / 2);
      continue;
    }
    found.push(...some.reverse());
    at = end;
    stretch *= 2;
  }
  return found.slice(0, count).reverse();
}
