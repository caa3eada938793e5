import { createHash, randomBytes } from 'node:crypto';

/** A secret for one bearer: 256 random bits, as text that fits a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** How a token is kept: SHA-256, hexadecimal. A random token needs no salt and no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
