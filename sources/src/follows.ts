import type { World } from './source.ts';

/** Somebody whose readings a login may see; `name` as the vendor tells it. */
export type Person = { id: string; name: string };

/** A rare ability: a login that may see several people, of whom the wearer chooses one. */
export interface Follows<Session> {
  /** Who shares with this login now, in the vendor's order, which means nothing. Throws `SourceError`. */
  people(session: Session, world: World): Promise<Person[]>;
  /** The session that reads this person's readings and nobody else's. */
  choose(session: Session, personId: string): Session;
}
