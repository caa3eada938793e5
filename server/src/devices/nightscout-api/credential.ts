import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HOUR, SECOND } from '../../shared/time-units.ts';
import { isSameSecret } from '../../shared/token.ts';
import { credentialOf } from '../device-identity.ts';

/**
 * The credential of a request, wherever its client puts it; null without one. Source: Nightscout's API, and what
 * the address `https://code@host` becomes in some stacks.
 */
export function credentialIn(search: URLSearchParams, headers: IncomingHttpHeaders): string | null {
  const secret = headers['api-secret'];
  const given = [
    search.get('token'),
    search.get('secret'),
    typeof secret === 'string' ? secret.replace(/^token=/, '') : null,
    credentialOf(headers),
  ];
  return given.find((one) => one !== null && one !== '') ?? null;
}

/** How long a token is valid. As in Nightscout: eight hours. */
const TOKEN_MS = 8 * HOUR;
const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export type Token = { token: string; sub: string; permissionGroups: string[][]; iat: number; exp: number };

/** The token for which some clients exchange their credential. It contains the code's hash, signed with the code. */
export function tokenFor(code: string, hash: string, now: number): Token {
  const iat = Math.floor(now / SECOND);
  const exp = iat + TOKEN_MS / SECOND;
  const body = Buffer.from(JSON.stringify({ accessToken: hash, iat, exp })).toString('base64url');
  return {
    token: `${head}.${body}.${signed(`${head}.${body}`, code)}`,
    sub: 'tealight',
    permissionGroups: [['*:*:read'], ['*:*:read']],
    iat,
    exp,
  };
}

/** A code as Nightscout's clients hash it. */
export const hashOfCode = (code: string): string => createHash('sha1').update(code).digest('hex');

/** The hash inside a token, not yet looked up; null for an invalid or expired token. */
export function hashInToken(token: string, now: number): string | null {
  const [, body = '', signature] = token.split('.');
  if (signature === undefined) return null;
  try {
    const { accessToken, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    return typeof accessToken === 'string' && typeof exp === 'number' && exp * SECOND > now
      ? accessToken
      : null;
  } catch {
    return null;
  }
}

/** Whether a token was signed with this code. */
export function isTokenOf(token: string, code: string): boolean {
  const [first = '', body = '', signature = ''] = token.split('.');
  return isSameSecret(signature, signed(`${first}.${body}`, code));
}

const signed = (text: string, code: string): string =>
  createHmac('sha256', code).update(text).digest('base64url');
