import { type Person, SourceError } from '@tealight/sources';
import { enter } from './enter.ts';
import type { Asking, Offered } from './parts.ts';
import { replace } from './replace.ts';
import { unsealed } from './unsealed.ts';
import { SIGN_IN_WITHIN_MS, within } from './visit.ts';

/** A session of a source, and where it is kept when it is renewed on the way. */
type Entered = {
  parts: Asking;
  name: string;
  offered: Offered;
  session: unknown;
  keep?: (session: unknown) => Promise<void>;
};
type Seen = { people: Person[]; session: unknown };

async function peopleOf({ parts, name, offered: { source }, session, keep }: Entered): Promise<Seen> {
  let latest = session;
  const people = await within(SIGN_IN_WITHIN_MS, new AbortController().signal, async (signal) => {
    const kept = async (renewed: unknown) => {
      await keep?.(renewed);
      latest = renewed;
    };
    const visit = { fetch: parts.fetchFor(name), now: parts.now, signal, keep: kept };
    return (await source.people?.(session, visit)) ?? [];
  });
  return { people, session: latest };
}

/** The session that reads this person. Throws `SourceError`: `person-gone` for one who does not share. */
export async function personChosen(entered: Entered, personId: string): Promise<unknown> {
  const { source } = entered.offered;
  const { people, session } = await peopleOf(entered);
  if (source.choose === undefined || !people.some(({ id }) => id === personId)) {
    throw new SourceError(source.name, 'person-gone');
  }
  return source.choose(session, personId);
}

/** Choosing one of several people who share with the same login. `parted` as for `connecting`. */
export function choosing(parts: Asking, parted: (wearerId: number) => void) {
  const { store, seal, now } = parts;
  const sealed = (wearerId: number, session: unknown) =>
    seal.close(JSON.stringify(session), { wearerId, what: 'session' });

  return {
    /** Who shares with the wearer's login; nobody where there is no choice. Throws `SourceError`. */
    async people(wearerId: number): Promise<Person[]> {
      const found = await connected(parts, wearerId);
      return found === null ? [] : found.inSession(async (entered) => (await peopleOf(entered)).people);
    },
    /** From now on this person's readings and nobody else's. Throws `SourceError`: `person-gone` for one who does not share. */
    async choose(wearerId: number, personId: string): Promise<void> {
      const found = await connected(parts, wearerId);
      if (found === null) throw new SourceError('poll', 'person-gone');
      const chosen = await found.inSession((entered) => personChosen(entered, personId));
      const at = now();
      const anew = {
        state: 'checking',
        trouble: null,
        since: at,
        failures: 0,
        nextAt: at,
        fillAt: at,
      } as const;
      await replace(
        store,
        found.current(),
        {
          ...{ ...found.connection, ...anew, rhythm: null, lastReadingAt: null },
          sealedSession: sealed(wearerId, chosen),
        },
        at,
      );
      parted(wearerId);
      store.changes.tell(wearerId, 'connection');
    },
  };
}

/** The wearer's connection with its session; null where none can be used. */
async function connected(parts: Asking, wearerId: number) {
  const { store, seal, sources } = parts;
  const connection = await store.connections.find(wearerId);
  const offered = sources[connection?.source ?? ''];
  if (connection === null || offered === undefined) return null;
  const { source } = offered;
  const session = source.session.safeParse(
    unsealed(seal, connection.sealedSession, { wearerId, what: 'session' }),
  );
  if (!session.success) return null;
  let { revision } = connection;
  const keep = async (renewed: unknown): Promise<void> => {
    const text = seal.close(JSON.stringify(renewed), { wearerId, what: 'session' });
    const kept = await store.connections.keepSession(wearerId, revision, text);
    if (kept === null) throw new SourceError(source.name, 'unreachable', { cause: 'changed meanwhile' });
    revision = kept;
  };
  const entered = { parts, name: connection.source, offered, keep };
  return {
    connection,
    /** The connection with its revision as of now: renewing its session makes it another. */
    current: () => ({ ...connection, revision }),
    /** With the kept session; where that is over, with a new one from the kept login. */
    async inSession<T>(work: (entered: Entered) => Promise<T>): Promise<T> {
      try {
        return await work({ ...entered, session: session.data });
      } catch (error) {
        const login = unsealed(seal, connection.sealedLogin, { wearerId, what: 'login' });
        if (!(error instanceof SourceError && error.trouble === 'session-over') || login === null)
          throw error;
        const anew = await enter({ parts, name: connection.source, offered, wearerId }, login);
        await keep(anew);
        return work({ ...entered, session: anew });
      }
    },
  };
}
