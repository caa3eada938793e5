import { type Person, SourceError } from '@tealight/sources';
import type { Offered, Parts } from './parts.ts';
import { SIGN_IN_WITHIN_MS, within } from './visit.ts';

type Entered = { parts: Parts; name: string; offered: Offered; session: unknown };

const peopleOf = ({ parts, name, offered: { source }, session }: Entered): Promise<Person[]> =>
  within(SIGN_IN_WITHIN_MS, new AbortController().signal, async (signal) => {
    const world = { fetch: parts.fetchFor(name), now: parts.now, signal };
    return (await source.people?.(session, world)) ?? [];
  });

/** The session that reads this person. Throws `SourceError`: `person-gone` for one who does not share. */
export async function personChosen(entered: Entered, personId: string): Promise<unknown> {
  const { source } = entered.offered;
  const people = await peopleOf(entered);
  if (source.choose === undefined || !people.some(({ id }) => id === personId)) {
    throw new SourceError(source.name, 'person-gone');
  }
  return source.choose(entered.session, personId);
}

/** Choosing one of several people who share with the same login. `parted` as for `connecting`. */
export function choosing(parts: Parts, parted: (wearerId: number) => void) {
  const { store, seal, sources, now } = parts;
  const connected = async (wearerId: number) => {
    const connection = await store.connections.find(wearerId);
    const offered = sources[connection?.source ?? ''];
    if (connection === null || offered === undefined || connection.sealedSession === null) return null;
    const text = seal.open(connection.sealedSession, { wearerId, what: 'session' });
    const session = offered.source.session.safeParse(JSON.parse(text));
    return session.success
      ? { parts, name: connection.source, connection, offered, session: session.data }
      : null;
  };

  return {
    /** Who shares with the wearer's login; nobody where there is no choice. Throws `SourceError`. */
    async people(wearerId: number): Promise<Person[]> {
      const found = await connected(wearerId);
      return found === null ? [] : peopleOf(found);
    },
    /** From now on this person's readings and nobody else's. Throws `SourceError`: `person-gone` for one who does not share. */
    async choose(wearerId: number, personId: string): Promise<void> {
      const found = await connected(wearerId);
      if (found === null) throw new SourceError('poll', 'person-gone');
      const chosen = JSON.stringify(await personChosen(found, personId));
      const at = now();
      const anew = {
        state: 'checking',
        trouble: null,
        since: at,
        failures: 0,
        nextAt: at,
        fillAt: at,
      } as const;
      const sealedSession = seal.close(chosen, { wearerId, what: 'session' });
      await store.connections.save(
        { ...found.connection, ...anew, sealedSession, rhythm: null, lastReadingAt: null },
        at,
      );
      parted(wearerId);
      store.changes.tell(wearerId, 'connection');
    },
  };
}
