import { SourceError } from '../trouble.ts';
import type { Page } from './to-readings.ts';
import type { Row } from './twins.ts';

/** What one page covers, in epoch ms: `after` < time ≤ `until`, and `count` of them. */
export type Around = { after: number; until: number; count: number };

const MINUTE_MS = 60_000;

/** As many pages as two uploaders fill that give a reading every minute. Nobody honest has more. */
const mostFor = ({ after, until, count }: Around) =>
  2 + Math.ceil((2 * Math.max(0, until - after)) / MINUTE_MS / count);

/**
 * Walks back from `until` to `after`, page by page, for as long as the pages move on.
 * Throws `SourceError`: `unreadable` for pages without end.
 */
export async function allPages(around: Around, page: (around: Around) => Promise<Page>): Promise<Row[]> {
  const rows: Row[] = [];
  let until = around.until;
  for (let left = mostFor(around); left > 0; left -= 1) {
    const found = await page({ ...around, until });
    for (const row of found.rows) rows.push(row);
    const { count, oldest } = found;
    if (count < around.count || oldest === null || oldest <= around.after || oldest >= until) return rows;
    // The next page begins at the oldest time again, so that nothing at that very time is missed.
    until = oldest;
  }
  throw new SourceError('nightscout', 'unreadable', { cause: 'pages without end' });
}

/**
 * Walks on from `after` to `until`, page by page, for as long as the pages move on: for an API that takes one bound
 * alone, so that its page holds the oldest `count` after `after`.
 * Throws `SourceError`: `unreadable` for pages without end.
 */
export async function pagesOnward(around: Around, page: (around: Around) => Promise<Page>): Promise<Row[]> {
  const rows: Row[] = [];
  let after = around.after;
  for (let left = mostFor(around); left > 0; left -= 1) {
    const found = await page({ ...around, after });
    for (const row of found.rows) rows.push(row);
    const { count, newest } = found;
    // The next page begins at the newest time again, so that nothing at that very time is missed.
    const next = newest === null ? after : Math.ceil(newest) - 1;
    if (count < around.count || next >= around.until || next <= after) return rows;
    after = next;
  }
  throw new SourceError('nightscout', 'unreadable', { cause: 'pages without end' });
}
