import { type Person, SourceError } from '@tealight/sources';
import { withDeadline } from '../../shared/deadline.ts';
import type { StoreUnavailable } from '../../shared/store-errors.ts';
import type { PollingContext } from '../dependencies.ts';
import type { RegisteredSource } from '../registered-source.ts';
import { saveLateRenewal } from '../session/late-renewal.ts';
import { saveRenewed } from '../session/renewals.ts';
import { SIGN_IN_TIMEOUT_MS, verifyLogin, withTimeout } from '../session/vendor-session.ts';
import { logRecovery } from '../state/outage-log.ts';
import { decryptStored, type OnReplaced, replaceConnection } from './stored-connection.ts';

/** A session at a source. `saveSession` stores it when the vendor renews it during a call. */
type OpenSession = {
  context: PollingContext;
  name: string;
  registered: RegisteredSource;
  /** Whose stored session it is; absent before it is stored. */
  wearerId?: number;
  session: unknown;
  saveSession?: (session: unknown) => Promise<void>;
};

async function listPeople({ context, name, registered, wearerId, session, saveSession }: OpenSession) {
  let latestSession = session;
  let storeFault: StoreUnavailable | null = null;
  const onFault = (fault: StoreUnavailable) => {
    storeFault = fault;
  };
  const people = await withTimeout(SIGN_IN_TIMEOUT_MS, new AbortController().signal, async (signal) => {
    const vendorSession = {
      fetch: context.fetchFor(name),
      now: context.now,
      signal,
      async keep(renewed: unknown) {
        await saveRenewed(async () => saveSession?.(renewed), onFault);
        latestSession = renewed;
      },
      uninterrupted: <T>(work: (signal: AbortSignal) => Promise<T>) =>
        context.renewals.run(work, wearerId ?? null),
      incomplete: () => {},
    };
    return (await registered.source.people?.(session, vendorSession)) ?? [];
  }).catch((error: unknown) => {
    throw storeFault ?? error;
  });
  return { people, session: latestSession };
}

/** The session that reads this person. Throws `SourceError` `person-gone` for a person who does not share. */
export async function sessionOfPerson(open: OpenSession, personId: string): Promise<unknown> {
  const { source } = open.registered;
  const { people, session } = await listPeople(open);
  if (source.choose === undefined || !people.some(({ id }) => id === personId)) {
    throw new SourceError(source.name, 'person-gone');
  }
  return source.choose(session, personId);
}

/** Choosing one of several people who share with the same login. */
export function personSelection(context: PollingContext, onReplaced: OnReplaced) {
  const { store, encryption, now } = context;

  return {
    /** The people who share with the wearer's login; none where there is no choice. Throws `SourceError`. */
    async people(wearerId: number): Promise<Person[]> {
      const stored = await openStoredSession(context, wearerId);
      return stored === null ? [] : stored.run(async (open) => (await listPeople(open)).people);
    },
    /** Reads this person only, from now on. Throws `SourceError` `person-gone` for a person who does not share. */
    async choose(wearerId: number, personId: string): Promise<void> {
      const stored = await openStoredSession(context, wearerId);
      if (stored === null) throw new SourceError('poll', 'person-gone');
      const session = await stored.run((open) => sessionOfPerson(open, personId));
      const isOtherPerson = stored.personId !== null && stored.personId !== personId;
      const at = now();
      const connection = {
        ...stored.connection,
        ...({ state: 'checking', errorCode: null, since: at, failures: 0 } as const),
        nextAt: at,
        backfillAt: at,
        pollMemory: null,
        lastReadingAt: null,
        encryptedSession: encryption.encrypt(JSON.stringify(session), { wearerId, what: 'session' }),
      };
      const replacing = { connection, isSameLogin: false, isOtherPerson };
      const replaced = stored.latestConnection();
      await replaceConnection(store, replaced, replacing, at);
      logRecovery(context, stored.connection, 'connected-again');
      onReplaced(wearerId, replaced.revision);
      store.changes.publish(wearerId, 'connection');
      // None of the other person's is shown as current.
      if (isOtherPerson) store.changes.publish(wearerId, 'readings');
    },
  };
}

/** The wearer's connection with its session; null where there is none that can be used. */
async function openStoredSession(context: PollingContext, wearerId: number) {
  const { store, encryption, sources } = context;
  // A vendor ends the old session when it renews it: what is read and changed here is the new one.
  await withDeadline(SIGN_IN_TIMEOUT_MS, context.renewals.finishedOf(wearerId));
  const connection = await store.connections.find(wearerId);
  const registered = sources[connection?.source ?? ''];
  if (connection === null || registered === undefined) return null;
  const { source } = registered;
  const session = source.session.safeParse(
    decryptStored(encryption, connection.encryptedSession, { wearerId, what: 'session' }),
  );
  if (!session.success) return null;
  let { revision, encryptedSession: storedSession } = connection;
  const saveSession = async (renewed: unknown): Promise<void> => {
    const encrypted = encryption.encrypt(JSON.stringify(renewed), { wearerId, what: 'session' });
    const newRevision = await store.connections.replaceSession(wearerId, revision, encrypted);
    if (newRevision === null) {
      if (storedSession !== null)
        await saveLateRenewal(context, { wearerId, source, from: storedSession, to: renewed });
      throw new SourceError(source.name, 'unreachable', { cause: 'changed meanwhile' });
    }
    revision = newRevision;
    storedSession = encrypted;
  };
  const open = { context, name: connection.source, registered, wearerId, saveSession };
  const personId = source.personOf?.(session.data) ?? null;
  return {
    connection,
    /** Who is selected; null: nobody. */
    personId,
    /** With its current revision, which changes when the session is renewed. */
    latestConnection: () => ({ ...connection, revision }),
    /** Calls `work` with the stored session and, when that has ended, with a new one from the stored login. */
    async run<T>(work: (open: OpenSession) => Promise<T>): Promise<T> {
      try {
        return await work({ ...open, session: session.data });
      } catch (error) {
        const login = decryptStored(encryption, connection.encryptedLogin, { wearerId, what: 'login' });
        const isSessionOver = error instanceof SourceError && error.errorCode === 'session-over';
        if (!isSessionOver || login === null) throw error;
        const verified = await verifyLogin({ context, name: connection.source, registered, wearerId }, login);
        // Looking who shares selects nobody else, also where who was selected shares no more.
        const newSession = personId === null ? verified : (source.choose?.(verified, personId) ?? verified);
        await saveSession(newSession);
        return work({ ...open, session: newSession });
      }
    },
  };
}
