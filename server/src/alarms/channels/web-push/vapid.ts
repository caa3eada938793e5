import { createECDH, createPrivateKey, type ECDH, type KeyObject, sign } from 'node:crypto';
import { lruCache } from '../../../shared/lru-cache.ts';
import { HOUR, SECOND } from '../../../shared/time-units.ts';

/** The keys with which this server identifies to push services (RFC 8292): ECDSA with P-256. */
export type VapidKeys = {
  /** The uncompressed point, base64url: with it a browser subscribes. */
  publicKey: string;
  privateKey: KeyObject;
};

const CURVE = 'prime256v1';
const SCALAR_BYTES = 32;

/** New keys as a text: `<public>.<private>`, base64url. */
export function newVapidKeys(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return `${pair.getPublicKey('base64url')}.${scalarOf(pair).toString('base64url')}`;
}

/** The private key; Node leaves its leading zeros out. */
function scalarOf(pair: ECDH): Buffer {
  const bytes = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(SCALAR_BYTES - bytes.length), bytes]);
}

/** The keys of a text. Throws an error with a sentence for the operator, without the text. */
export function vapidKeysFrom(text: string): VapidKeys {
  const [point = '', scalar = '', ...more] = text.trim().split('.');
  const bytes = Buffer.from(point, 'base64url');
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(Buffer.from(scalar, 'base64url'));
  } catch {
    throw invalidKeys();
  }
  if (more.length > 0 || !pair.getPublicKey().equals(bytes)) throw invalidKeys();
  const [x, y] = [bytes.subarray(1, 1 + SCALAR_BYTES), bytes.subarray(1 + SCALAR_BYTES)];
  const [jwkX = '', jwkY = '', d = ''] = [x, y, scalarOf(pair)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: jwkX, y: jwkY, d };
  return {
    publicKey: bytes.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  };
}

const invalidKeys = () =>
  new Error(
    'Keys for push services must be a public and the private key that belongs to it, both of P-256 in base64url, with a period between them',
  );

/** RFC 8292 §2 allows 24 hours. */
const EXPIRES_AFTER_MS = 12 * HOUR;
/** An hour before it expires, so that a clock that differs makes no token invalid. Own choice. */
const RENEWED_AFTER_MS = EXPIRES_AFTER_MS - HOUR;
/** Browsers use a handful of push services. Who enters other addresses evicts tokens, which are signed again. */
const MAX_ORIGINS = 200;

export type VapidOptions = {
  keys: VapidKeys;
  /** How a push service reaches the operator: a `mailto:` or `https:` address. */
  contact: string;
  now: () => number;
};

/** `authorization`: the header for a push service, the same for all endpoints of an origin until it is renewed. */
export type Vapid = { authorization(endpoint: string): string };

/** Identifies this server to push services (RFC 8292). Throws for an endpoint that is no address. */
export function vapidWith({ keys, contact, now }: VapidOptions): Vapid {
  const tokens = lruCache<string, { header: string; madeAt: number }>({ limit: MAX_ORIGINS });
  return {
    authorization(endpoint) {
      const { origin } = new URL(endpoint);
      const known = tokens.get(origin);
      const at = now();
      // One that a clock made that was ahead would expire too late for the push service.
      if (known !== undefined && at >= known.madeAt && at < known.madeAt + RENEWED_AFTER_MS)
        return known.header;
      const exp = Math.floor((at + EXPIRES_AFTER_MS) / SECOND);
      const token = signedToken({ aud: origin, exp, sub: contact }, keys);
      const header = `vapid t=${token}, k=${keys.publicKey}`;
      tokens.set(origin, { header, madeAt: at });
      return header;
    },
  };
}

/** A JWT with ES256 (RFC 7515, RFC 7518 §3.4). */
function signedToken(claims: object, { privateKey }: VapidKeys): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
