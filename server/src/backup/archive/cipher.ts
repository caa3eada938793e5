import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';

/** Bytes of a chunk before it is protected, except the last, which may be shorter. As in the file formats age and Tink. */
export const CHUNK_BYTES = 64 * 1024;
/** Bytes that each chunk grows by. */
export const TAG_BYTES = 16;

/** Where a chunk is in its file, so that a chunk that was moved and a file that was cut off are detected. */
export type Position = { index: number; isLast: boolean };

export type ChunkProtection = {
  protect(chunk: Buffer, position: Position): Buffer;
  /** The chunk; null when it was changed, or is not from this position of this file. */
  open(protectedChunk: Buffer, position: Position): Buffer | null;
};

/** [RFC 7914, OWASP Password Storage Cheat Sheet] 128 MiB, about half a second. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const KEY_BYTES = 32;
export const SALT_BYTES = 32;
const CHECK_BYTES = 8;

export type FileKey = {
  key: Buffer;
  /** Says whether a passphrase is the right one, before any chunk is read. */
  check: string;
};

export function keyOf(passphrase: string, salt: Buffer): Promise<FileKey> {
  const { promise, resolve, reject } = Promise.withResolvers<FileKey>();
  scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES + CHECK_BYTES, COST, (error, bytes) => {
    if (error !== null) return reject(error);
    resolve({ key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES).toString('hex') });
  });
  return promise;
}

/**
 * AES-256-GCM by chunks, the STREAM construction [Hoang, Reyhanitabar, Rogaway, Vizár 2015]: the nonce is the number of
 * the chunk and whether it is the last. Each file has a salt and so a key of its own: no nonce is used twice.
 */
export function encrypting({ key }: FileKey, headerHash: Buffer): ChunkProtection {
  const options = { authTagLength: TAG_BYTES };
  return {
    protect(chunk, position) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(position), options).setAAD(headerHash);
      return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    },
    open(bytes, position) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(position), options)
        .setAAD(headerHash)
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** Without a passphrase: a hash in place of the tag, which detects damage, but not a change of chunk and hash together. */
export function hashing(headerHash: Buffer): ChunkProtection {
  const tagOf = (chunk: Buffer, position: Position) =>
    createHash('sha256')
      .update(headerHash)
      .update(nonceOf(position))
      .update(chunk)
      .digest()
      .subarray(0, TAG_BYTES);
  return {
    protect: (chunk, position) => Buffer.concat([chunk, tagOf(chunk, position)]),
    open(bytes, position) {
      const chunk = bytes.subarray(0, -TAG_BYTES);
      return timingSafeEqual(tagOf(chunk, position), bytes.subarray(-TAG_BYTES)) ? chunk : null;
    },
  };
}

/** 96 bits: the number of the chunk, and 1 for the last. */
function nonceOf({ index, isLast }: Position): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 3);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
