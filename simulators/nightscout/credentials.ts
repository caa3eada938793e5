import { createHash } from 'node:crypto';

/** The role of a client. */
export type Principal = 'admin' | 'reader' | 'anonymous' | 'refused';

/** Issued JWTs. Real ones are signed; here they are stored. */
const PASS_MS = 8 * 60 * 60_000;

export function passFor(
  token: string,
  now: number,
): { token: string; sub: string; iat: number; exp: number } {
  const iat = Math.floor(now / 1000);
  const exp = Math.floor((now + PASS_MS) / 1000);
  const payload = Buffer.from(JSON.stringify({ iat, exp })).toString('base64url');
  return {
    token: `eyJhbGciOiJub25lIn0.${payload}.${hashed('sha1', token)}`,
    sub: token.split('-')[0] ?? '',
    iat,
    exp,
  };
}

/** Checked in order: secret, JWT, token in place of the secret, token in the query; a wrong token has no role. */
export function principalOf(
  request: Request,
  keys: { secret: string; token: string; now: number },
): Principal {
  const query = new URL(request.url).searchParams;
  const given = request.headers.get('api-secret') ?? query.get('secret');
  if (given) return bySecret(given, keys);
  const bearer = request.headers.get('authorization')?.match(/^Bearer (.+)$/)?.[1];
  if (bearer !== undefined) return isPass(bearer, keys) ? 'reader' : 'refused';
  return matchesToken(query.get('token') ?? '', keys.token) ? 'reader' : 'anonymous';
}

export function isPass(bearer: string, { token, now }: { token: string; now: number }): boolean {
  const [, payload = '', signature] = bearer.split('.');
  if (signature !== hashed('sha1', token)) return false;
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
  return exp * 1000 > now;
}

/** Only the part after the last dash is compared, and at least 16 characters of it. */
export function matchesToken(given: string, token: string): boolean {
  const digest = given.split('-').at(-1) ?? '';
  return digest.length >= 16 && digest === token.split('-').at(-1);
}

function bySecret(given: string, { secret, token }: { secret: string; token: string }): Principal {
  if (given.toLowerCase() === hashed('sha1', secret) || given === hashed('sha512', secret)) return 'admin';
  return matchesToken(given, token) || given.toLowerCase() === hashed('sha1', token) ? 'reader' : 'refused';
}

function hashed(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest('hex');
}
