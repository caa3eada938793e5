import type { Person } from '../source.ts';
import { SourceError } from '../source-error.ts';

/** Nobody follows more. Own choice. */
export const MAX_PEOPLE = 200;

/**
 * Whom to read: the person selected before, who must still share, else the only one who does. Never the first of
 * several. Throws `SourceError`: `person-gone`, `not-shared`.
 */
export function selectPerson(
  source: string,
  people: readonly Person[],
  before: string | null,
): string | null {
  if (before !== null) {
    if (people.some(({ id }) => id === before)) return before;
    throw new SourceError(source, 'person-gone');
  }
  const [only, another] = people;
  if (only === undefined) throw new SourceError(source, 'not-shared');
  return another === undefined ? only.id : null;
}
