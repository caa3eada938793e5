import { canDecrypt, DecryptionError, type Encryption } from '../../encryption/cipher.ts';
import type { Store } from '../../store/store.ts';
import { newVapidKeys, type VapidKeys, vapidKeysFrom } from '../channels/web-push/vapid.ts';

const NAME = 'push-keys';
const owner = { what: NAME } as const;
/** Newest sign-ins that are looked at to tell a lost key from a node that has the wrong one. */
const SIGN_INS_TRIED = 10;

type Dependencies = {
  store: { serverKeys: Store['serverKeys']; checks: Pick<Store['checks'], 'newestEncrypted'> };
  encryption: Encryption;
  /** New keys were made, because nothing decrypts the old ones. */
  onLost(): void;
};

/**
 * The keys by which push services know this server. The first node makes them, and all nodes of the database have the
 * same: with other ones every browser would have to subscribe again. Encrypted again when the server's first key is
 * another one.
 *
 * Null: no key of this node decrypts them, but others of its database may. New ones are made, and `onLost` is called,
 * when this node decrypts at least half of the newest sign-ins: then people have signed in again since a key was lost.
 */
export async function pushKeysOf(dependencies: Dependencies): Promise<VapidKeys | null> {
  const { store, encryption, onLost } = dependencies;
  const { serverKeys } = store;
  const stored = await serverKeys.find(NAME);
  if (stored === null) {
    await serverKeys.add(NAME, encryption.encrypt(newVapidKeys(), owner));
    return pushKeysOf(dependencies);
  }
  try {
    const keys = encryption.decrypt(stored, owner);
    if (!stored.startsWith(encryption.prefix))
      await serverKeys.replace(NAME, { from: stored, to: encryption.encrypt(keys, owner) });
    return vapidKeysFrom(keys);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    if (!(await hasTheKeyInUse(dependencies))) return null;
    onLost();
    await serverKeys.replace(NAME, { from: stored, to: encryption.encrypt(newVapidKeys(), owner) });
    return pushKeysOf(dependencies);
  }
}

async function hasTheKeyInUse({ store, encryption }: Dependencies): Promise<boolean> {
  const found = await store.checks.newestEncrypted(SIGN_INS_TRIED);
  const opened = found.filter(({ wearerId, text }) =>
    canDecrypt(encryption, text, { wearerId, what: 'session' }),
  );
  return 2 * opened.length >= found.length;
}
