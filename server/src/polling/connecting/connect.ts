import type { Connection, ConnectionState } from '../../store/connections/connection-row.ts';
import type { NewConnection } from '../../store/connections/connections.ts';
import type { PollingContext } from '../dependencies.ts';
import type { AnySource, RegisteredSource } from '../registered-source.ts';
import { SIGN_IN_TIMEOUT_MS, verifyLogin, withTimeout } from '../session/vendor-session.ts';
import { logRecovery } from '../state/outage-log.ts';
import { sessionOfPerson } from './select-person.ts';
import { decryptStored, type OnReplaced, replaceConnection } from './stored-connection.ts';

/** What was learned about the sensor; it stays valid when the same connection is made again. */
type Learned = Pick<ConnectionState, 'pollMemory' | 'lastReadingAt' | 'backfillAt'>;
const nothingLearned: Learned = { pollMemory: null, lastReadingAt: null, backfillAt: null };
type Credentials = { login: unknown; session: unknown; learned?: Learned };

/** The stored login as it should be tried now. */
type ChangeLogin = (login: unknown, source: AnySource) => unknown;

/** Connecting and disconnecting, as wearers request it. */
export function connectionActions(context: PollingContext, onReplaced: OnReplaced) {
  const { store, encryption, sources, now } = context;
  const registeredSource = (name: string): RegisteredSource => {
    const registered = sources[name];
    if (registered === undefined) throw new Error(`No source is registered under the name ${name}`);
    return registered;
  };

  /** `previous`: the connection to replace, and whether the login is its own; null: replace whatever is stored. */
  const save = async (
    wearerId: number,
    name: string,
    { login, session, learned = nothingLearned }: Credentials,
    previous: { connection: Connection; isSameLogin: boolean } | null = null,
  ) => {
    const encrypt = (value: unknown, what: 'login' | 'session') =>
      encryption.encrypt(JSON.stringify(value), { wearerId, what });
    const at = now();
    const connection: NewConnection = {
      wearerId,
      source: name,
      state: 'checking',
      errorCode: null,
      since: at,
      failures: 0,
      nextAt: at,
      encryptedLogin: registeredSource(name).isLoginSingleUse ? null : encrypt(login, 'login'),
      encryptedSession: encrypt(session, 'session'),
      pollMemory: learned.pollMemory,
      lastReadingAt: learned.lastReadingAt,
      backfillAt: learned.lastReadingAt === null ? at : learned.backfillAt,
    };
    const replaced = previous === null ? await store.connections.find(wearerId) : previous.connection;
    if (previous === null) await store.connections.save(connection, at);
    else await replaceConnection(store, previous.connection, { ...previous, connection }, at);
    logRecovery(context, replaced, 'connected-again');
    onReplaced(wearerId, replaced?.revision ?? 0);
    store.changes.publish(wearerId, 'connection');
  };

  /** Polls again with the stored session alone: its login worked once and is not stored. */
  const resumeSession = async (stored: Connection): Promise<boolean> => {
    const at = now();
    const { encryptedSession } = stored;
    if (encryptedSession === null) return false;
    const restarted = { state: 'checking', errorCode: null, since: at, failures: 0, nextAt: at } as const;
    const connection = { ...stored, ...restarted, encryptedSession };
    await replaceConnection(store, stored, { connection, isSameLogin: true }, at);
    logRecovery(context, stored, 'connected-again');
    onReplaced(stored.wearerId, stored.revision);
    store.changes.publish(stored.wearerId, 'connection');
    return true;
  };

  return {
    /**
     * Verifies the login at the source, then replaces the wearer's connection. `personId`: the person to read, where
     * several people share with the login. Throws `SourceError`, and then saves nothing.
     */
    async connect(wearerId: number, name: string, login: unknown, { personId }: { personId?: string } = {}) {
      const registered = registeredSource(name);
      const session = await withTimeout(SIGN_IN_TIMEOUT_MS, new AbortController().signal, async () => {
        const verified = await verifyLogin({ context, name, registered, wearerId }, login);
        if (personId === undefined) return verified;
        return sessionOfPerson({ context, name, registered, session: verified }, personId);
      });
      await save(wearerId, name, { login, session });
    },

    /**
     * Connects again with the stored credentials, after a disconnect or an error. `changeLogin`: makes the login to
     * try from the stored one. False when nothing usable is stored, and where there is no login to change. Throws
     * `SourceError`, and then changes nothing.
     */
    async reconnect(wearerId: number, changeLogin?: ChangeLogin): Promise<boolean> {
      const stored = await store.connections.find(wearerId);
      if (stored === null || sources[stored.source] === undefined) return false;
      const name = stored.source;
      const registered = registeredSource(name);
      const storedLogin = decryptStored(encryption, stored.encryptedLogin, { wearerId, what: 'login' });
      const storedSession = registered.source.session.safeParse(
        decryptStored(encryption, stored.encryptedSession, { wearerId, what: 'session' }),
      ).data;
      if (storedLogin === null)
        return storedSession !== undefined && changeLogin === undefined ? resumeSession(stored) : false;
      const login = changeLogin === undefined ? storedLogin : changeLogin(storedLogin, registered.source);
      const session = await verifyLogin(
        { context, name, registered, wearerId },
        login,
        changeLogin === undefined ? storedSession : undefined,
      );
      const previous = { connection: stored, isSameLogin: changeLogin === undefined };
      await save(wearerId, name, { login, session, learned: stored }, previous);
      return true;
    },

    /** Stops polling. Readings stay; credentials are erased at once, or stay stored for `reconnect`. */
    async disconnect(wearerId: number, { clearCredentials }: { clearCredentials: boolean }): Promise<void> {
      const stored = await store.connections.find(wearerId);
      if (clearCredentials) await store.connections.erase(wearerId);
      else await store.connections.switchOff(wearerId, now());
      logRecovery(context, stored, 'disconnected');
      // Nothing is stored where the wearer has been removed.
      onReplaced(wearerId, stored?.revision ?? Number.POSITIVE_INFINITY);
      store.changes.publish(wearerId, 'connection');
    },
  };
}
