import type { Page } from './to-readings.ts';
import type { Row } from './twins.ts';

/** What one page covers, in epoch ms: `after` < time ≤ `until`, the newest `count` of them. */
export type Around = { after: number; until: number; count: number };

/** 90 days of readings every minute are 130 pages of the smallest kind; nobody honest has more. */
const MOST_PAGES = 200;

/** Walks back from `until` to `after`, page by page, for as long as the pages move on. Throws `SourceError`. */
export async function allPages(around: Around, page: (around: Around) => Promise<Page>): Promise<Row[]> {
  const rows: Row[] = [];
  let until = around.until;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const found = await page({ ...around, until });
    rows.push(...found.rows);
    if (found.count < around.count || found.oldest === null || found.oldest >= until) return rows;
    // The next page begins at the oldest time again, so that nothing at that very time is missed.
    until = found.oldest;
  }
  return rows;
}
