import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, base64url: a point of P-256, and 16 bytes that only browser and server know. */
export type SubscriptionKeys = { p256dh: string; auth: string };

/** The keys of a subscription are none. The message does not contain them. */
export class InvalidSubscriptionKeys extends Error {
  override readonly name = 'InvalidSubscriptionKeys';
  constructor() {
    super('The keys of this push subscription are invalid');
  }
}

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const SECRET_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** RFC 8188 §2: the delimiter of the last record, after which only padding follows. */
const LAST_RECORD = 2;
/** RFC 8188 §2.1: salt, record size, length of the key, and the sender's public key. */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** RFC 8291 §4: a push service must take bodies of this many bytes; one may refuse larger ones. */
const MAX_BODY_BYTES = 4096;
/** The longest plaintext, bytes. */
export const MAX_PLAINTEXT_BYTES = MAX_BODY_BYTES - HEADER_BYTES - TAG_BYTES - 1;
/** ALM-31: bodies are as long as if they had a multiple of this many bytes. */
const PADDED_TO = 512;

/** Fixed in the test of the RFC's example alone. */
type Randomness = { salt: Buffer; sender: ECDH };

/** The length to which a plaintext is padded, so that the length of a request says nothing about the message. */
export const paddedLength = (bytes: number): number =>
  Math.min(Math.max(1, Math.ceil(bytes / PADDED_TO)) * PADDED_TO, MAX_PLAINTEXT_BYTES);

/**
 * The body of a push message, encrypted for one subscription with `aes128gcm` (RFC 8291, RFC 8188), as one record.
 *
 * `length`   to which the plaintext is padded, bytes; at least its own length
 *
 * Throws `InvalidSubscriptionKeys`, and a `RangeError` for a plaintext of more than `MAX_PLAINTEXT_BYTES` bytes.
 */
export function encryptPush(
  plaintext: Buffer,
  keys: SubscriptionKeys,
  {
    length = paddedLength(plaintext.length),
    random = newRandomness(),
  }: { length?: number; random?: Randomness } = {},
): Buffer<ArrayBuffer> {
  if (plaintext.length > MAX_PLAINTEXT_BYTES)
    throw new RangeError('The message is too long for a push service');
  const { salt, sender } = random;
  const publicKey = sender.getPublicKey();
  const { key, nonce } = contentKeys(keys, random);
  const header = Buffer.alloc(SALT_BYTES + 5);
  salt.copy(header);
  header.writeUInt32BE(MAX_BODY_BYTES, SALT_BYTES);
  header.writeUInt8(publicKey.length, SALT_BYTES + 4);
  const record = Buffer.alloc(length + 1);
  plaintext.copy(record);
  record.writeUInt8(LAST_RECORD, plaintext.length);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  return Buffer.concat([header, publicKey, cipher.update(record), cipher.final(), cipher.getAuthTag()]);
}

/** RFC 8291 §3.4: both sides derive the same key and nonce from their own private and the other's public key. */
function contentKeys(keys: SubscriptionKeys, { salt, sender }: Randomness) {
  const receiver = Buffer.from(keys.p256dh, 'base64url');
  const secret = Buffer.from(keys.auth, 'base64url');
  if (secret.length !== SECRET_BYTES) throw new InvalidSubscriptionKeys();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender.getPublicKey()]);
  const input = hkdfSync('sha256', sharedSecret(sender, receiver), secret, info, 32);
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, `Content-Encoding: ${use}\0`, bytes));
  return { key: derive('aes128gcm', 16), nonce: derive('nonce', 12) };
}

function sharedSecret(sender: ECDH, receiver: Buffer): Buffer {
  if (receiver.length !== POINT_BYTES) throw new InvalidSubscriptionKeys();
  try {
    return sender.computeSecret(receiver);
  } catch {
    throw new InvalidSubscriptionKeys();
  }
}

function newRandomness(): Randomness {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { salt: randomBytes(SALT_BYTES), sender };
}
