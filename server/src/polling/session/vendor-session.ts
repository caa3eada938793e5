import { type SourceContext, SourceError } from '@tealight/sources';
import { DecryptionError, type Owner } from '../../encryption/cipher.ts';
import type { StoreUnavailable } from '../../shared/store-errors.ts';
import { MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Connection } from '../../store/connections/connection-row.ts';
import type { PollingContext } from '../dependencies.ts';
import { hashVendorAddress } from '../limits/circuit-breaker.ts';
import type { RegisteredSource } from '../registered-source.ts';
import type { PollMemory } from '../state/poll-memory.ts';
import { PollSuperseded } from '../state/recorder.ts';
import { saveLateRenewal } from './late-renewal.ts';
import { RENEWAL_TIMEOUT_MS, SAVE_WITHIN_MS, saveRenewed } from './renewals.ts';

/** The longest that reading from a source may take: paging through months takes a while. */
export const READ_TIMEOUT_MS = 2 * MINUTE;
/** The same after a poll without an answer. Own choice: a site that answers at all answers within seconds. */
export const UNREACHABLE_READ_TIMEOUT_MS = 6 * SECOND;
/** A wearer who connects waits for the answer, and gets one within ten seconds (requirement CON-6). */
export const SIGN_IN_TIMEOUT_MS = 9 * SECOND;

export type VendorSession = ReturnType<typeof openVendorSession>;

/** `timeoutMs`: the longest that reading may take; `memory`: what earlier polls have read. */
type ReadBounds = { stop: AbortSignal; timeoutMs: number; memory: Pick<PollMemory, 'learned'> };

/** A connection's session at its source, for one poll. */
export function openVendorSession(
  connection: Connection,
  registered: RegisteredSource,
  context: PollingContext,
) {
  const { store, fetchFor, now, signInBreakers, renewals } = context;
  const { source } = registered;
  const { wearerId } = connection;
  let { revision, encryptedSession: storedSession } = connection;
  let vendorAddress: string | null = null;
  const world: Omit<SourceContext, 'signal'> = {
    now,
    fetch: withHostObserver(fetchFor(connection.source), (host) => {
      vendorAddress = hashVendorAddress(host);
    }),
  };

  const saveSession = async (session: unknown): Promise<void> => {
    const encrypted = context.encryption.encrypt(JSON.stringify(session), { wearerId, what: 'session' });
    const newRevision = await store.connections.replaceSession(wearerId, revision, encrypted);
    if (newRevision === null) {
      if (storedSession !== null)
        await saveLateRenewal(context, { wearerId, source, from: storedSession, to: session });
      throw new PollSuperseded();
    }
    revision = newRevision;
    storedSession = encrypted;
  };
  const decryptStored = (what: 'login' | 'session'): unknown => {
    const encrypted = what === 'login' ? connection.encryptedLogin : connection.encryptedSession;
    return encrypted === null
      ? null
      : JSON.parse(decryptFor(source.name, context, encrypted, { wearerId, what }));
  };
  let session: unknown;
  let isDecrypted = false;
  let isIncomplete = false;
  /** Decrypted when it is first needed, so that a lost key is an outcome of the poll like any other. */
  const currentSession = (): unknown => {
    if (!isDecrypted) session = decryptStored('session');
    isDecrypted = true;
    return session;
  };

  return {
    revision: () => revision,
    /** The hashed address of the last call; null when no call was made. */
    vendorAddress: () => vendorAddress,
    /** Whether the last answer lacks older readings that the source has. */
    isIncomplete: () => isIncomplete,
    canSignIn: () => connection.encryptedLogin !== null,
    async read(since: number, { stop, timeoutMs, memory }: ReadBounds) {
      const parsed = source.session.safeParse(currentSession());
      if (!parsed.success) throw new SourceError(source.name, 'session-over', { cause: 'no valid session' });
      isIncomplete = false;
      const incomplete = () => {
        isIncomplete = true;
      };
      let renewal: Promise<unknown> = Promise.resolve();
      let storeFault: StoreUnavailable | null = null;
      const onFault = (fault: StoreUnavailable) => {
        storeFault = fault;
      };
      const keep = (renewed: unknown) => saveRenewed(() => saveSession(renewed), onFault);
      const read = (signal: AbortSignal) => {
        const uninterrupted = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
          signal.throwIfAborted();
          const running = renewals.run(work, wearerId);
          renewal = running;
          return running;
        };
        const knownTimes = memory.learned.recent;
        const vendorSession = { ...world, signal, keep, uninterrupted, incomplete, knownTimes };
        return source.read(parsed.data, since, vendorSession);
      };
      try {
        return await withTimeout(timeoutMs, stop, read);
      } catch (error) {
        // Until the renewed session is stored no poll, of any node, may use the old one: the lease is held meanwhile.
        await withTimeout(RENEWAL_TIMEOUT_MS + SAVE_WITHIN_MS, stop, () => renewal).catch(() => {});
        // A poll that has waited for the database says nothing about the source.
        throw storeFault ?? error;
      }
    },
    /** Signs in with the stored login. */
    async signIn(stop: AbortSignal): Promise<void> {
      const previous = source.session.safeParse(currentSession()).data;
      const login = decryptStored('login');
      session = await signInBreakers.run(registered.isSelfHosted ? null : connection.source, wearerId, () =>
        withTimeout(SIGN_IN_TIMEOUT_MS, stop, (signal) =>
          source.connect(login, { ...world, signal }, previous),
        ),
      );
      await saveSession(session);
    },
  };
}

type LoginToVerify = {
  context: Pick<PollingContext, 'fetchFor' | 'now' | 'signInBreakers'>;
  name: string;
  registered: RegisteredSource;
  wearerId: number;
};

/**
 * The session that a login opens at its source. `previous`: the session that it replaces, if there is one. Throws
 * `SourceError`.
 */
export function verifyLogin(
  { context, name, registered, wearerId }: LoginToVerify,
  login: unknown,
  previous?: unknown,
) {
  const { source, isSelfHosted } = registered;
  const parsed = source.login.safeParse(login);
  if (!parsed.success)
    // For example a name that consists of spaces: the vendor would reject it too.
    throw new SourceError(source.name, 'wrong-login', { cause: 'not a login of this source' });
  return context.signInBreakers.run(isSelfHosted ? null : name, wearerId, () =>
    withTimeout(SIGN_IN_TIMEOUT_MS, new AbortController().signal, (signal) =>
      source.connect(parsed.data, { fetch: context.fetchFor(name), now: context.now, signal }, previous),
    ),
  );
}

/**
 * Fails with `unreachable` after `ms`, even when `work` ignores its signal; with `PollSuperseded` when `stop` is
 * aborted. The timer is cleared when the work is done: `AbortSignal.timeout` would keep each for its whole time.
 */
export async function withTimeout<T>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (reason: Error) => {
    controller.abort(reason);
    reject(reason);
  };
  const onStop = () => end(new PollSuperseded());
  const timer = setTimeout(() => end(new SourceError('poll', 'unreachable', { cause: 'too slow' })), ms);
  stop.addEventListener('abort', onStop);
  if (stop.aborted) onStop();
  try {
    return await Promise.race([work(controller.signal), ended]);
  } catch (error) {
    throw stop.aborted ? new PollSuperseded() : error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

function decryptFor(
  sourceName: string,
  { encryption, decryptionGuard }: Pick<PollingContext, 'encryption' | 'decryptionGuard'>,
  encrypted: string,
  owner: Owner,
): string {
  try {
    const text = encryption.decrypt(encrypted, owner);
    decryptionGuard.report(true);
    return text;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    decryptionGuard.report(false);
    throw new SourceError(sourceName, 'key-lost', { cause: error.message });
  }
}

function withHostObserver(fetchUrl: typeof fetch, onHost: (host: string) => void): typeof fetch {
  return (input, init) => {
    const url = URL.parse(input instanceof Request ? input.url : String(input));
    if (url !== null) onHost(url.host);
    return fetchUrl(input, init);
  };
}
