import { MINUTE_MS } from '@tealight/glucose';
import { SourceError } from '../source-error.ts';
import type { Row } from './dedupe.ts';
import type { Page } from './to-readings.ts';

/** What one page covers, in epoch ms: `after` < time ≤ `until`, at most `count` entries. */
export type PageSpan = { after: number; until: number; count: number };

/** As many pages as two uploaders with a reading every minute fill. No real site has more. */
const maxPages = ({ after, until, count }: PageSpan) =>
  2 + Math.ceil((2 * Math.max(0, until - after)) / MINUTE_MS / count);

/**
 * Reads back from `until` to `after`, page by page, while each page reaches further back.
 * Throws `SourceError`: `unreadable` for pages without end.
 */
export async function olderPages(
  pageSpan: PageSpan,
  page: (pageSpan: PageSpan) => Promise<Page>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let until = pageSpan.until;
  for (let left = maxPages(pageSpan); left > 0; left -= 1) {
    const found = await page({ ...pageSpan, until });
    for (const row of found.rows) rows.push(row);
    const { count, oldest } = found;
    if (count < pageSpan.count || oldest === null || oldest <= pageSpan.after || oldest >= until) return rows;
    // The next page begins at the oldest time again, so that nothing at that very time is missed.
    until = oldest;
  }
  throw new SourceError('nightscout', 'unreadable', { cause: 'pages without end' });
}

/**
 * Reads on from `after` to `until`, page by page, while each page reaches further: for an API that takes one bound only,
 * so that its page has the oldest `count` after `after`.
 * Throws `SourceError`: `unreadable` for pages without end.
 */
export async function newerPages(
  pageSpan: PageSpan,
  page: (pageSpan: PageSpan) => Promise<Page>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after = pageSpan.after;
  for (let left = maxPages(pageSpan); left > 0; left -= 1) {
    const found = await page({ ...pageSpan, after });
    for (const row of found.rows) rows.push(row);
    const { count, newest } = found;
    // The next page begins at the newest time again, so that nothing at that very time is missed.
    const next = newest === null ? after : Math.ceil(newest) - 1;
    if (count < pageSpan.count || next >= pageSpan.until || next <= after) return rows;
    after = next;
  }
  throw new SourceError('nightscout', 'unreadable', { cause: 'pages without end' });
}
