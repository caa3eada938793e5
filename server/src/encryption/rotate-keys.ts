import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { DecryptionError, type Encryption, type Owner } from './cipher.ts';

/** After each, the process does something else: SQLite answers at once. */
const BATCH = 200;

/** The stores with encrypted texts. */
type EncryptedStores = Pick<Store, 'connections' | 'alarmChannels'>;

/**
 * Encrypts everything with the first key that was encrypted with another one. Then the old keys can be removed.
 *
 * Returns how many texts were encrypted again, and how many no key decrypts: their wearers have to connect again.
 */
export async function rotateKeys(
  stores: EncryptedStores,
  encryption: Encryption,
  stop?: AbortSignal,
): Promise<{ encrypted: number; undecryptable: number }> {
  const count = { encrypted: 0, undecryptable: 0 };
  await rotateConnections(stores, encryption, { count, stop });
  await rotateChannels(stores, encryption, { count, stop });
  return count;
}

type Work = { count: { encrypted: number; undecryptable: number }; stop: AbortSignal | undefined };

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
    }
    after = found.at(-1)?.id ?? after;
    if (found.length < BATCH || stop?.aborted) return;
    await othersTurn();
  }
}

type RotationLog = Record<'info' | 'error', (entry: { event: string; [detail: string]: unknown }) => void>;

/**
 * Rotates the keys once, in the background: nothing waits for it, since the old keys still decrypt the rest. Logs the
 * result. Disposing ends it early, and the next start continues.
 */
export function openKeyRotation(
  stores: EncryptedStores,
  encryption: Encryption,
  log: RotationLog,
): AsyncDisposable {
  const stop = new AbortController();
  const work = rotateKeys(stores, encryption, stop.signal).then(
    ({ encrypted, undecryptable }) => {
      if (encrypted > 0) log.info({ event: 'keys-rotated', encrypted });
      if (undecryptable > 0)
        log.error({
          event: 'secret-key-lost',
          count: undecryptable,
          text: 'Stored sign-ins were encrypted with a key that is missing. Restore it (SECRET_KEYS or the key file), or those wearers must connect again, and those channels of alarms must be added again',
        });
    },
    (err: unknown) => log.error({ event: 'key-rotation-failed', err }),
  );
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await work;
    },
  };
}

function reencrypt(encryption: Encryption, text: string, owner: Owner): string | null {
  try {
    return encryption.encrypt(encryption.decrypt(text, owner), owner);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
