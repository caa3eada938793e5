import { webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const base64url = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes).toString('base64url');

/** The keys of a browser's subscription. */
export type ReceiverKeys = { pair: webcrypto.CryptoKeyPair; auth: Uint8Array<ArrayBuffer> };

export async function newReceiverKeys(): Promise<ReceiverKeys> {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  return { pair, auth: webcrypto.getRandomValues(new Uint8Array(16)) };
}

/** Keys that are known, base64url. `receiver`: the private key. */
export async function receiverKeysFrom(
  known: Record<'receiver' | 'p256dh' | 'auth', string>,
): Promise<ReceiverKeys> {
  const bytes = Buffer.from(known.p256dh, 'base64url');
  const [x = '', y = ''] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const point = { kty: 'EC', crv: 'P-256', x, y };
  const privateKey = await subtle.importKey('jwk', { ...point, d: known.receiver }, algorithm, false, [
    'deriveBits',
  ]);
  const publicKey = await subtle.importKey('jwk', point, algorithm, true, []);
  return { pair: { privateKey, publicKey }, auth: new Uint8Array(Buffer.from(known.auth, 'base64url')) };
}

/** The keys as a browser tells them to the site, base64url. */
export async function publicKeysOf({ pair, auth }: ReceiverKeys): Promise<{ p256dh: string; auth: string }> {
  return { p256dh: base64url(await subtle.exportKey('raw', pair.publicKey)), auth: base64url(auth) };
}

/**
 * Decrypts the body of a push message as a browser does (RFC 8291 §3.4, RFC 8188 §2). Throws for a body that was
 * encrypted with other keys, was changed, or has more than one record.
 */
export async function decryptPush(body: Uint8Array<ArrayBuffer>, keys: ReceiverKeys): Promise<Uint8Array> {
  const view = new DataView(body.buffer, body.byteOffset);
  const salt = body.slice(0, 16);
  const recordSize = view.getUint32(16);
  const senderEnd = 21 + view.getUint8(20);
  const sender = body.slice(21, senderEnd);
  const record = body.slice(senderEnd);
  if (record.length > recordSize) throw new Error('A push message has one record');
  const input = await inputKey(sender, keys);
  const key = await subtle.importKey('raw', await derive(input, salt, 'aes128gcm', 16), 'AES-GCM', false, [
    'decrypt',
  ]);
  const iv = await derive(input, salt, 'nonce', 12);
  const padded = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, key, record));
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The record has no end');
  return padded.slice(0, end);
}

async function inputKey(sender: Uint8Array<ArrayBuffer>, { pair, auth }: ReceiverKeys): Promise<Uint8Array> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const other = await subtle.importKey('raw', sender, algorithm, true, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: other }, pair.privateKey, 256);
  const own = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const info = new Uint8Array([...bytesOf('WebPush: info\0'), ...own, ...sender]);
  return hkdf(new Uint8Array(shared), { salt: auth, info, bytes: 32 });
}

const derive = (input: Uint8Array, salt: Uint8Array, use: string, bytes: number) =>
  hkdf(input, { salt, info: bytesOf(`Content-Encoding: ${use}\0`), bytes });

type Hkdf = { salt: Uint8Array; info: Uint8Array; bytes: number };

async function hkdf(input: Uint8Array, { salt, info, bytes }: Hkdf): Promise<Uint8Array> {
  const key = await subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await subtle.deriveBits(algorithm, key, bytes * 8));
}
