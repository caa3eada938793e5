import type { ConnectionStore } from '../store/connections/connections.ts';
import { DecryptionError, type Encryption, type Owner } from './cipher.ts';

const BATCH = 200;

/**
 * Encrypts everything with the first key that was encrypted with another one. Then the old keys can be removed.
 *
 * Returns how many texts were encrypted again, and how many no key decrypts: their wearers have to connect again.
 */
export async function rotateKeys(
  connections: Pick<ConnectionStore, 'encryptedWithOtherKeys' | 'replaceEncrypted'>,
  encryption: Encryption,
  stop?: AbortSignal,
): Promise<{ encrypted: number; undecryptable: number }> {
  const count = { encrypted: 0, undecryptable: 0 };
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
    if (found.length < BATCH || stop?.aborted) return count;
  }
}

type RotationLog = Record<'info' | 'error', (entry: { event: string; [detail: string]: unknown }) => void>;

/**
 * Rotates the keys once, in the background: nothing waits for it, since the old keys still decrypt the rest. Logs the
 * result. Disposing ends it early, and the next start continues.
 */
export function openKeyRotation(
  connections: Parameters<typeof rotateKeys>[0],
  encryption: Encryption,
  log: RotationLog,
): AsyncDisposable {
  const stop = new AbortController();
  const work = rotateKeys(connections, encryption, stop.signal).then(
    ({ encrypted, undecryptable }) => {
      if (encrypted > 0) log.info({ event: 'keys-rotated', encrypted });
      if (undecryptable > 0)
        log.error({
          event: 'secret-key-lost',
          count: undecryptable,
          text: 'Stored sign-ins were encrypted with a key that is missing. Restore it (SECRET_KEYS or the key file), or those wearers must connect again',
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
