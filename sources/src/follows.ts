import type { Visit } from './source.ts';
import { SourceError } from './trouble.ts';

/** Somebody whose readings a login may see; `name` as the vendor tells it. */
export type Person = { id: string; name: string };

/** Nobody follows more. Own choice. */
export const MOST_PEOPLE = 200;

/** A rare ability: a login that may see several people, of whom the wearer chooses one. */
export interface Follows<Session> {
  /** Who shares with this login now, in the vendor's order, which means nothing. Throws `SourceError`. */
  people(session: Session, visit: Visit<Session>): Promise<Person[]>;
  /** The session that reads this person's readings and nobody else's. */
  choose(session: Session, personId: string): Session;
}

/**
 * Whom to read: the person chosen before, who must still be there, else the only one there is. Never the first of
 * several. Throws `SourceError`: `person-gone`, `not-shared`.
 */
export function pinned(source: string, people: readonly Person[], before: string | null): string | null {
  if (before !== null) {
    if (people.some(({ id }) => id === before)) return before;
    throw new SourceError(source, 'person-gone');
  }
  const [only, another] = people;
  if (only === undefined) throw new SourceError(source, 'not-shared');
  return another === undefined ? only.id : null;
}
