import { SourceError, type World } from '@tealight/sources';
import { SealError } from '../seal/seal.ts';
import type { Connection } from '../store/connection-row.ts';
import { MINUTE, SECOND } from '../times.ts';
import { doorOf } from './doors.ts';
import type { Asking, Offered, Parts } from './parts.ts';

/** Longest a source may take, whatever it is doing: paging through months takes a while. */
export const READ_WITHIN_MS = 2 * MINUTE;
/** The same for one that gave no answer the last time. Own choice: a site that answers at all does so within seconds. */
export const HANGING_WITHIN_MS = 6 * SECOND;
/** A wearer who connects waits for the answer, and gets one within ten seconds (requirement CON-6). */
export const SIGN_IN_WITHIN_MS = 9 * SECOND;

/** The connection was replaced, ended or taken over while it was being asked: its answer belongs to nobody. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

type Surroundings = Omit<World, 'signal'>;

/** One connection's session, from opening it to what has become of it. */
export function openVisit(connection: Connection, offered: Offered, parts: Asking) {
  const { store, seal, fetchFor, now, gates } = parts;
  const { wearerId } = connection;
  let { revision } = connection;
  let door: string | null = null;
  const world: Surroundings = {
    now,
    fetch: noting(fetchFor(connection.source), (host) => (door = doorOf(host))),
  };

  const keep = async (session: unknown): Promise<void> => {
    const sealed = seal.close(JSON.stringify(session), { wearerId, what: 'session' });
    const kept = await store.connections.keepSession(wearerId, revision, sealed);
    if (kept === null) throw new Overtaken();
    revision = kept;
  };
  const unsealed = (what: 'login' | 'session'): unknown => {
    const sealed = what === 'login' ? connection.sealedLogin : connection.sealedSession;
    return sealed === null ? null : JSON.parse(opened(seal, sealed, { wearerId, what }, offered.source.name));
  };
  let session: unknown;
  let decrypted = false;
  /** Decrypted when it is first needed, so that a lost key is an outcome of the poll like any other. */
  const currentSession = (): unknown => {
    if (!decrypted) session = unsealed('session');
    decrypted = true;
    return session;
  };

  return {
    revision: () => revision,
    /** Where it was asked; null when nothing was. */
    door: () => door,
    canSignIn: () => connection.sealedLogin !== null,
    async read(since: number, { stop, withinMs }: { stop: AbortSignal; withinMs: number }) {
      const known = offered.source.session.safeParse(currentSession());
      if (!known.success)
        throw new SourceError(offered.source.name, 'session-over', { cause: 'none that fits' });
      return within(withinMs, stop, (signal) =>
        offered.source.read(known.data, since, { ...world, signal, keep }),
      );
    },
    /** Connects again with the kept login, once. */
    async signIn(stop: AbortSignal): Promise<void> {
      const before = offered.source.session.safeParse(currentSession()).data;
      const login = unsealed('login');
      session = await gates.through(offered.ownSite ? null : connection.source, wearerId, () =>
        within(SIGN_IN_WITHIN_MS, stop, (signal) =>
          offered.source.connect(login, { ...world, signal }, before),
        ),
      );
      await keep(session);
    },
  };
}

export type VisitOf = ReturnType<typeof openVisit>;

/**
 * Ends with `unreachable` after `ms`, also when the work does not listen to its signal. The timer goes when the work
 * is done: `AbortSignal.timeout` would keep each for its whole time.
 */
export async function within<T>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: Error) => {
    own.abort(reason);
    reject(reason);
  };
  const stopped = () => end(new Overtaken());
  const timer = setTimeout(() => end(new SourceError('poll', 'unreachable', { cause: 'too slow' })), ms);
  stop.addEventListener('abort', stopped, { once: true });
  if (stop.aborted) stopped();
  try {
    return await Promise.race([work(own.signal), ended]);
  } catch (error) {
    throw stop.aborted ? new Overtaken() : error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', stopped);
  }
}

function opened(
  seal: Parts['seal'],
  ...[sealed, owner, source]: [string, Parameters<Parts['seal']['open']>[1], string]
) {
  try {
    return seal.open(sealed, owner);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new SourceError(source, 'key-lost', { cause: error.message });
  }
}

function noting(fetching: typeof fetch, note: (host: string) => void): typeof fetch {
  return (input, init) => {
    const url = URL.parse(input instanceof Request ? input.url : String(input));
    if (url !== null) note(url.host);
    return fetching(input, init);
  };
}
