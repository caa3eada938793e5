import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a text with a secret in constant time. Null is never equal. */
export function isSameSecret(text: string | null | undefined, secret: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(text ?? ''), digest(secret)) && text != null;
}
