import { setImmediate as nextRound } from 'node:timers/promises';
import { SourceError } from './trouble.ts';

/** The rows of an answer. Throws `SourceError` `unreadable` for what is not a list, or has more rows than `most`. */
export function rowsIn(source: string, list: unknown, most: number): unknown[] {
  if (!Array.isArray(list)) throw new SourceError(source, 'unreadable', { cause: 'no list' });
  if (list.length > most)
    throw new SourceError(source, 'unreadable', { cause: 'more rows than were asked for' });
  return list;
}

/** Rows checked at a time: a hundred that are all wrong take some 5 ms. */
const AT_ONCE = 100;

/** What `check` makes of each row, undefined left out. The process has other work in between. */
export async function checkedRows<T>(
  rows: readonly unknown[],
  check: (row: unknown) => T | undefined,
): Promise<T[]> {
  const checked: T[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await nextRound();
    const found = check(row);
    if (found !== undefined) checked.push(found);
  }
  return checked;
}
