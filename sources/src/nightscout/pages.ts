import { MINUTE_MS } from '@tealight/glucose';
import { SourceError } from '../source-error.ts';
import type { Row } from './dedupe.ts';
import type { Page } from './to-readings.ts';

/** What one page covers, in epoch ms: `after` < time ≤ `until`, at most `limit` entries. */
export type PageSpan = { after: number; until: number; limit: number };

/** As many pages as two uploaders with a reading every minute fill. No real site has more. */
const maxPages = ({ after, until, limit }: PageSpan) =>
  2 + Math.ceil((2 * Math.max(0, until - after)) / MINUTE_MS / limit);

/**
 * Reads back from `until` to `after`, page by page, while each page reaches further back.
 * Throws `SourceError`: `unreadable` for pages without end.
 */
export async function olderPages(
  pageSpan: PageSpan,
  readPage: (pageSpan: PageSpan) => Promise<Page>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let until = pageSpan.until;
  for (let left = maxPages(pageSpan); left > 0; left -= 1) {
    const found = await readPage({ ...pageSpan, until });
    for (const row of found.rows) rows.push(row);
    const { count, oldest } = found;
    if (count < pageSpan.limit || oldest === null || oldest <= pageSpan.after || oldest >= until) return rows;
    // The next page begins at the oldest time again, so that nothing at that very time is missed.
    until = oldest;
  }
  throw new SourceError('nightscout', 'unreadable', { cause: 'pages without end' });
}

/**
 * Reads on from `after` to `until`, page by page, while each page reaches further: for an API that takes only the lower
 * bound, and answers with the oldest `limit` entries after it.
 * Throws `SourceError`: `unreadable` for pages without end.
 */
export async function newerPages(
  pageSpan: PageSpan,
  readPage: (pageSpan: PageSpan) => Promise<Page>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after = pageSpan.after;
  for (let left = maxPages(pageSpan); left > 0; left -= 1) {
    const found = await readPage({ ...pageSpan, after });
    for (const row of found.rows) rows.push(row);
    const { count, newest } = found;
    // The next page begins at the newest time again, so that nothing at that very time is missed.
    // Times may have fractions of a millisecond.
    const next = newest === null ? after : Math.ceil(newest) - 1;
    if (count < pageSpan.limit || next >= pageSpan.until || next <= after) return rows;
    after = next;
  }
  throw new SourceError('nightscout', 'unreadable', { cause: 'pages without end' });
}
