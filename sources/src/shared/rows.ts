import { setImmediate as nextTick } from 'node:timers/promises';
import { SourceError } from '../source-error.ts';

/** The rows of a response. Throws `SourceError` `unreadable` for what is not a list, or has more than `maxRows`. */
export function rowsIn(source: string, list: unknown, maxRows: number): unknown[] {
  if (!Array.isArray(list)) throw new SourceError(source, 'unreadable', { cause: 'no list' });
  if (list.length > maxRows)
    throw new SourceError(source, 'unreadable', { cause: 'more rows than requested' });
  return list;
}

/** Rows that are checked without a pause: a hundred that are all wrong take some 5 ms. */
const BATCH_SIZE = 100;

/** The results of `check` for each row, without undefined. The process can do other work between batches. */
export async function checkedRows<T>(
  rows: readonly unknown[],
  check: (row: unknown) => T | undefined,
): Promise<T[]> {
  const checked: T[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % BATCH_SIZE === 0) await nextTick();
    const found = check(row);
    if (found !== undefined) checked.push(found);
  }
  return checked;
}
