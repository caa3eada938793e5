import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Which secret of whom: a text that was encrypted for one owner cannot be decrypted for another.
 *
 * `login`      what the wearer typed to sign in at a vendor
 * `session`    what the vendor gave for it
 * `sign-in`    a sign-in on a vendor's page that has begun
 * `channel`    the address of an alarm channel
 * `push-keys`  the server's keys for push services
 */
export type Owner =
  | { wearerId: number; what: 'login' | 'session' | 'sign-in' }
  | { accountId: number; what: 'channel' }
  | { what: 'push-keys' };

/** A text cannot be decrypted: its key is unknown, it was changed, or it was encrypted for another owner. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

export type Encryption = {
  /** The beginning of every text that the first key has encrypted. */
  readonly prefix: string;
  /** Whether it has other keys than the first, which only decrypt. */
  readonly hasOldKeys: boolean;
  encrypt(text: string, owner: Owner): string;
  /** Throws `DecryptionError`. */
  decrypt(encrypted: string, owner: Owner): string;
};

const CIPHER = 'aes-256-gcm';
/** NIST SP 800-38D §8.2.2: 96 random bits, enough for 2^32 texts with one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 8;

/**
 * Encrypts with the first key, decrypts with any of them: to change keys, put the new one in front, and remove the old
 * one when everything has been encrypted again.
 *
 * Format: `1.<key id>.<nonce, ciphertext and tag in base64url>`.
 */
export function encryptionWith(secrets: readonly [string, ...string[]]): Encryption {
  const keys = new Map(secrets.map(keyOf).map((key) => [key.id, key.bytes]));
  const first = keyOf(secrets[0]);
  const prefix = `1.${first.id}.`;
  return {
    prefix,
    hasOldKeys: keys.size > 1,
    encrypt(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.bytes, nonce).setAAD(associatedData(owner));
      const encrypted = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return prefix + encrypted.toString('base64url');
    },
    decrypt(encrypted, owner) {
      const [version, id = '', body = ''] = encrypted.split('.');
      const key = keys.get(id);
      if (version !== '1' || key === undefined) {
        throw new DecryptionError(
          version === '1' ? `no key ${id}: add the old key behind the new one` : 'an unknown format',
        );
      }
      return decryptWith(Buffer.from(body, 'base64url'), key, owner);
    },
  };
}

function decryptWith(encrypted: Buffer, key: Buffer, owner: Owner): string {
  try {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(associatedData(owner))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    const text = decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new DecryptionError('an encrypted text was changed, or is not of this owner');
  }
}

const associatedData = (owner: Owner) => Buffer.from(`tealight ${owner.what} of ${ownerName(owner)}`);

function ownerName(owner: Owner): string {
  if ('wearerId' in owner) return `wearer ${owner.wearerId}`;
  return 'accountId' in owner ? `account ${owner.accountId}` : 'this server';
}

/** The id of a key: it says which key is meant, and nothing of the key. */
export const keyIdOf = (secret: string): string => keyOf(secret).id;

/** A configured key may be any text: the encryption key and the key's id are derived from it separately. */
function keyOf(secret: string) {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `tealight ${use}`, 32));
  return { id: derive('key id').toString('hex').slice(0, KEY_ID_CHARACTERS), bytes: derive('credentials') };
}

/** Whether a key of this node decrypts a text. */
export function canDecrypt(
  encryption: Pick<Encryption, 'decrypt'>,
  encrypted: string,
  owner: Owner,
): boolean {
  try {
    encryption.decrypt(encrypted, owner);
    return true;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}
