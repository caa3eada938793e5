import type { Connection, Standing } from '../store/connection-row.ts';
import type { NewConnection } from '../store/connections.ts';
import { enter } from './enter.ts';
import type { Asking, Offered } from './parts.ts';
import { personChosen } from './people.ts';
import { replace } from './replace.ts';
import { unsealed } from './unsealed.ts';
import { SIGN_IN_WITHIN_MS, within } from './visit.ts';

/** `known`: what the connection had learnt before it was parted, if it is the same one. */
type Entered = { login: unknown; session: unknown; known?: Known };
type Known = Pick<Standing, 'rhythm' | 'lastReadingAt' | 'fillAt'>;
const unknown: Known = { rhythm: null, lastReadingAt: null, fillAt: null };

/** Connecting and disconnecting, as wearers ask for it. `parted`: whatever is being asked for the wearer has no use now. */
export function connecting(parts: Asking, parted: (wearerId: number) => void) {
  const { store, seal, sources, now } = parts;
  const offered = (name: string): Offered => {
    const found = sources[name];
    if (found === undefined) throw new Error(`No source is offered under the name ${name}`);
    return found;
  };

  /** `over`: the connection that it replaces; null where whatever is there is to be replaced. */
  const save = async (
    wearerId: number,
    name: string,
    { login, session, known = unknown }: Entered,
    over: Connection | null = null,
  ) => {
    const close = (value: unknown, what: 'login' | 'session') =>
      seal.close(JSON.stringify(value), { wearerId, what });
    const at = now();
    const connection: NewConnection = {
      ...{ wearerId, source: name, state: 'checking', trouble: null, since: at, failures: 0, nextAt: at },
      sealedLogin: offered(name).loginOnce ? null : close(login, 'login'),
      sealedSession: close(session, 'session'),
      ...{ rhythm: known.rhythm, lastReadingAt: known.lastReadingAt },
      fillAt: known.lastReadingAt === null ? at : known.fillAt,
    };
    if (over === null) await store.connections.save(connection, at);
    else await replace(store, over, connection, at);
    parted(wearerId);
    store.changes.tell(wearerId, 'connection');
  };

  /** Asks again with the session alone: its login opened once and is gone. */
  const goOn = async (kept: Connection): Promise<boolean> => {
    const at = now();
    const { sealedSession } = kept;
    if (sealedSession === null) return false;
    const anew = { state: 'checking', trouble: null, since: at, failures: 0, nextAt: at } as const;
    await replace(store, kept, { ...kept, ...anew, sealedSession }, at);
    parted(kept.wearerId);
    store.changes.tell(kept.wearerId, 'connection');
    return true;
  };

  return {
    /**
     * Verifies the login at the source, then replaces whatever was connected. `personId`: whose readings, where
     * several people share with the login. Throws `SourceError`, and saves nothing.
     */
    async connect(wearerId: number, name: string, login: unknown, { personId }: { personId?: string } = {}) {
      const session = await within(SIGN_IN_WITHIN_MS, new AbortController().signal, async () => {
        const entered = await enter({ parts, name, offered: offered(name), wearerId }, login);
        if (personId === undefined) return entered;
        return personChosen({ parts, name, offered: offered(name), session: entered }, personId);
      });
      await save(wearerId, name, { login, session });
    },

    /**
     * Connects again with what is kept, after disconnecting or a trouble. `changed`: the kept login as it shall be
     * tried now. False when nothing is kept that could be used. Throws `SourceError`, and leaves all as it was.
     */
    async reconnect(wearerId: number, changed?: (login: unknown) => unknown): Promise<boolean> {
      const kept = await store.connections.find(wearerId);
      if (kept === null || sources[kept.source] === undefined) return false;
      const name = kept.source;
      const login = unsealed(seal, kept.sealedLogin, { wearerId, what: 'login' });
      const before = offered(name).source.session.safeParse(
        unsealed(seal, kept.sealedSession, { wearerId, what: 'session' }),
      ).data;
      if (login === null) return before === undefined ? false : goOn(kept);
      const anew = changed === undefined ? login : changed(login);
      const entrance = { parts, name, offered: offered(name), wearerId };
      const session = await enter(entrance, anew, changed === undefined ? before : undefined);
      await save(wearerId, name, { login: anew, session, known: kept }, kept);
      return true;
    },

    /** Stops asking. The readings stay; the credentials are erased at once, or kept for `reconnect`. */
    async disconnect(wearerId: number, { clearCredentials }: { clearCredentials: boolean }): Promise<void> {
      if (clearCredentials) await store.connections.erase(wearerId);
      else await store.connections.switchOff(wearerId, now());
      parted(wearerId);
      store.changes.tell(wearerId, 'connection');
    },
  };
}
