import { DELTA_GAP_MS, type Reading } from '@tealight/glucose';
import type { FilledSpan } from '../readings.ts';
import type { Found } from './entry-window.ts';

/**
 * When the entry of a reading was last modified (epoch ms): at its own time, or when it was filled in after newer
 * ones. Entries shortly after those have another change since then, and count as modified with them.
 */
export function modifiedAtOf(spans: readonly FilledSpan[], date: number): number {
  let modified = date;
  for (const span of spans) modified = Math.max(modified, modifiedWithin(span, date));
  return modified;
}

function modifiedWithin(span: FilledSpan, date: number): number {
  const { firstAt, lastAt, firstModified, lastModified } = span;
  if (date < firstAt || date > lastAt + DELTA_GAP_MS) return 0;
  if (date >= lastAt) return lastModified;
  const part = ((date - firstAt) * (lastModified - firstModified)) / (lastAt - firstAt);
  return firstModified + Math.floor(part);
}

/** The first date (epoch ms) that `modifiedAtOf` takes for modified at `from` or later, by this span alone. */
export function firstDateModified(span: FilledSpan, from: number): number {
  const { firstAt, lastAt, firstModified, lastModified } = span;
  if (from <= firstModified) return firstAt;
  return firstAt + Math.floor(((from - firstModified) * (lastAt - firstAt)) / (lastModified - firstModified));
}

/** No entry before this date was modified at `from` or later (epoch ms). */
export const oldestModifiedFrom = (spans: readonly FilledSpan[], from: number): number =>
  Math.min(from, ...spans.filter(({ lastModified }) => lastModified >= from).map(({ firstAt }) => firstAt));

/** The last of the modified times of entries, newest first; undefined without any. */
export function newestModified({ entries, spans }: Pick<Found, 'entries' | 'spans'>): number | undefined {
  if (spans.length === 0) return entries[0]?.date;
  let newest: number | undefined;
  for (const { date } of entries) newest = Math.max(newest ?? 0, modifiedAtOf(spans, date));
  return newest;
}

/** The last modified time before `until` of all entries (epoch ms); null without any. `readings`: the newest. */
export function lastModified(
  { readings, spans }: { readings: readonly Reading[]; spans: readonly FilledSpan[] },
  until: number,
): number | null {
  const [latest] = readings;
  if (latest === undefined) return null;
  const filled = spans.map((span) => span.lastModified).filter((at) => at < until);
  return Math.max(latest.takenAt, ...filled);
}
