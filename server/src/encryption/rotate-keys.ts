import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises';
import { type IncidentLog, openIncident } from '../shared/incident.ts';
import { MINUTE } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { DecryptionError, type Encryption, type Owner } from './cipher.ts';

/** After each, the process does something else: SQLite answers at once. */
const BATCH = 200;

/** The stores with encrypted texts. */
type EncryptedStores = Pick<Store, 'connections' | 'alarmChannels'>;

/** A machine that still has the old key first may encrypt with it until it has stopped. Own choice. */
const AGAIN_AFTER_MS = MINUTE;

/** How many texts were encrypted again, and how many no key decrypts: their owners have to connect again. */
type Count = { encrypted: number; undecryptable: number };
type Rotated = Count & {
  /** Whether everything was seen. Not when it was stopped, nor when a text was written by somebody else meanwhile. */
  isComplete: boolean;
};

/** Encrypts everything with the first key that was encrypted with another one. */
export async function rotateKeys(
  stores: EncryptedStores,
  encryption: Encryption,
  stop?: AbortSignal,
): Promise<Rotated> {
  const work = { count: { encrypted: 0, undecryptable: 0, changed: 0 }, stop };
  await rotateConnections(stores, encryption, work);
  await rotateChannels(stores, encryption, work);
  const { changed, ...count } = work.count;
  return { ...count, isComplete: changed === 0 && stop?.aborted !== true };
}

type Work = { count: Count & { changed: number }; stop: AbortSignal | undefined };

async function rotateConnections(
  { connections }: EncryptedStores,
  encryption: Encryption,
  { count, stop }: Work,
): Promise<void> {
  for (let after = 0; ; ) {
    const found = await connections.encryptedWithOtherKeys(encryption.prefix, after, BATCH);
    for (const { wearerId, login, session } of found) {
      const credentials: ['login' | 'session', string | null][] = [
        ['login', login],
        ['session', session],
      ];
      for (const [what, text] of credentials) {
        if (text === null || text.startsWith(encryption.prefix)) continue;
        const reencrypted = reencrypt(encryption, text, { wearerId, what });
        if (reencrypted === null) count.undecryptable += 1;
        else if (await connections.replaceEncrypted(wearerId, what, { from: text, to: reencrypted }))
          count.encrypted += 1;
        else count.changed += 1;
      }
    }
    after = found.at(-1)?.wearerId ?? after;
    if (found.length < BATCH || stop?.aborted) return;
    await othersTurn();
  }
}

async function rotateChannels(
  { alarmChannels }: EncryptedStores,
  encryption: Encryption,
  { count, stop }: Work,
): Promise<void> {
  for (let after = 0; ; ) {
    const found = await alarmChannels.encryptedWithOtherKeys(encryption.prefix, after, BATCH);
    for (const { id, accountId, address } of found) {
      const reencrypted = reencrypt(encryption, address, { accountId, what: 'channel' });
      if (reencrypted === null) count.undecryptable += 1;
      else if (await alarmChannels.replaceEncrypted(id, { from: address, to: reencrypted }))
        count.encrypted += 1;
      else count.changed += 1;
    }
    after = found.at(-1)?.id ?? after;
    if (found.length < BATCH || stop?.aborted) return;
    await othersTurn();
  }
}

/**
 * Rotates the keys in the background: nothing waits for it, since the old keys still decrypt the rest. Goes on until a
 * second look finds nothing to encrypt, and then logs that the old keys can be removed: also when there was nothing from
 * the beginning. Disposing ends it early, and the next start continues.
 */
export function openKeyRotation(
  stores: EncryptedStores,
  encryption: Encryption,
  log: IncidentLog,
  againAfterMs = AGAIN_AFTER_MS,
): AsyncDisposable {
  const stop = new AbortController();
  const incident = openIncident(log, 'key-rotation-failed');
  let encrypted = 0;
  let looks = 0;
  /** Whether nothing is left to do. */
  const look = async (): Promise<boolean> => {
    const rotated = await rotateKeys(stores, encryption, stop.signal);
    incident.worked();
    encrypted += rotated.encrypted;
    looks += 1;
    if (looks === 1 && rotated.undecryptable > 0) logLost(log, rotated.undecryptable);
    if (!encryption.hasOldKeys) return true;
    const isDone = looks > 1 && rotated.isComplete && rotated.encrypted === 0;
    if (isDone) log.info({ event: 'keys-rotated', encrypted });
    return isDone;
  };
  const rotate = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      if (await look().catch((error: unknown) => incident.failed(error))) return;
      await sleep(againAfterMs, null, { signal: stop.signal, ref: false }).catch(() => {});
    }
  };
  const work = rotate();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await work;
    },
  };
}

const logLost = (log: IncidentLog, count: number) =>
  log.error({
    event: 'secret-key-lost',
    count,
    text: 'Stored sign-ins were encrypted with a key that is missing. Restore it (SECRET_KEYS or the key file), or those wearers must connect again, and those channels of alarms must be added again',
  });

function reencrypt(encryption: Encryption, text: string, owner: Owner): string | null {
  try {
    return encryption.encrypt(encryption.decrypt(text, owner), owner);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
