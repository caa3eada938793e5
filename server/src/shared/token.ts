import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret token: 256 random bits, as text that fits into a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: SHA-256, hexadecimal. A random token needs no salt and no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares a text with a secret in constant time. Null is never equal. */
export function isSameSecret(text: string | null | undefined, secret: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(text ?? ''), digest(secret)) && text != null;
}
