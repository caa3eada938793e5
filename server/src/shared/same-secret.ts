import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a given text is the secret. Takes the same time whatever was given; nothing given is never the secret. */
export function isSameSecret(given: string | null | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(secret)) && given != null;
}
