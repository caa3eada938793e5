import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Whose secret it is and which one: a sealed text opens for nobody and nothing else. */
export type Owner = { wearerId: number; what: 'login' | 'session' | 'sign-in' };

/** A sealed text cannot be opened: its key is not among ours, or it was changed or belongs to somebody else. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

export type Seal = {
  /** How every text begins that the first key has sealed. */
  readonly prefix: string;
  close(text: string, owner: Owner): string;
  /** Throws `SealError`. */
  open(sealed: string, owner: Owner): string;
};

const CIPHER = 'aes-256-gcm';
/** NIST SP 800-38D §8.2.2: 96 random bits, good for 2^32 texts a key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_CHARACTERS = 8;

/**
 * Seals with the first key, opens with any: to change keys, put the new one in front and drop the old one when
 * everything has been sealed anew.
 *
 * Shape   `1.<key id>.<nonce, ciphertext and tag in base64url>`.
 */
export function sealWith(secrets: readonly [string, ...string[]]): Seal {
  const keys = new Map(secrets.map(keyOf).map((key) => [key.id, key.bytes]));
  const first = keyOf(secrets[0]);
  const prefix = `1.${first.id}.`;
  return {
    prefix,
    close(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.bytes, nonce).setAAD(nameOf(owner));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return prefix + sealed.toString('base64url');
    },
    open(sealed, owner) {
      const [version, id = '', body = ''] = sealed.split('.');
      const key = keys.get(id);
      if (version !== '1' || key === undefined) {
        throw new SealError(
          `no key ${version === '1' ? id : 'of this kind'}: add the old key behind the new one`,
        );
      }
      return opened(Buffer.from(body, 'base64url'), key, owner);
    },
  };
}

function opened(sealed: Buffer, key: Buffer, owner: Owner): string {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(nameOf(owner))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new SealError('a sealed text was changed, or is not of this wearer');
  }
}

const nameOf = ({ wearerId, what }: Owner) => Buffer.from(`tealight ${what} of wearer ${wearerId}`);

/** A configured key may be any text: what encrypts, and what names it, are derived from it apart. */
function keyOf(secret: string) {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `tealight ${use}`, 32));
  return { id: derived('key id').toString('hex').slice(0, KEY_ID_CHARACTERS), bytes: derived('credentials') };
}
