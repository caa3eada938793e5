import { DecryptionError, type Encryption } from '../../encryption/cipher.ts';
import type { Store } from '../../store/store.ts';
import { newVapidKeys, type VapidKeys, vapidKeysFrom } from '../channels/web-push/vapid.ts';

const NAME = 'push-keys';
const owner = { what: NAME } as const;

type Parts = { serverKeys: Store['serverKeys']; encryption: Encryption; onLost(): void };

/**
 * The keys by which push services know this server. The first node makes them, and all nodes of the database have the
 * same: with other ones every browser would have to subscribe again. Encrypted again when the server's first key is
 * another one.
 *
 * Without the key that has encrypted them, new ones are made, and `onLost` is called.
 */
export async function pushKeysOf({ serverKeys, encryption, onLost }: Parts): Promise<VapidKeys> {
  const stored = await serverKeys.find(NAME);
  if (stored === null) {
    await serverKeys.add(NAME, encryption.encrypt(newVapidKeys(), owner));
    return pushKeysOf({ serverKeys, encryption, onLost });
  }
  try {
    const keys = encryption.decrypt(stored, owner);
    if (!stored.startsWith(encryption.prefix))
      await serverKeys.replace(NAME, { from: stored, to: encryption.encrypt(keys, owner) });
    return vapidKeysFrom(keys);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    onLost();
    await serverKeys.replace(NAME, { from: stored, to: encryption.encrypt(newVapidKeys(), owner) });
    return pushKeysOf({ serverKeys, encryption, onLost });
  }
}
