import { createHmac } from 'node:crypto';
import { MINUTE } from '../shared/time-units.ts';
import { isSameSecret } from '../shared/token.ts';

/** The header with the token of the doctor. */
export const DOCTOR_HEADER = 'tealight-doctor';
/** Where the server answers the doctor: what it saw of the request, and an event stream. */
export const doctorPath = '/health/doctor';
export const doctorStreamPath = '/health/doctor/stream';

/** The clocks of the doctor and the server may differ by this much. A token that was seen by others is good for no longer. */
const VALID_MS = 2 * MINUTE;

/** A token that only those can make who know the server's secret key; `at`: epoch ms. */
export const doctorToken = (secret: string, at: number): string =>
  `${at}.${createHmac('sha256', secret).update(`tealight doctor ${at}`).digest('base64url')}`;

/** Whether a token was made with the secret, and not long ago. Its own parts are not trusted before that. */
export function isDoctorToken(token: unknown, secret: string, now: number): boolean {
  if (typeof token !== 'string') return false;
  const [, at = ''] = /^(\d{13})\./.exec(token) ?? [];
  return (
    at !== '' &&
    Math.abs(now - Number(at)) <= VALID_MS &&
    isSameSecret(token, doctorToken(secret, Number(at)))
  );
}

/** What a request of the doctor looked like to the server. */
export type SeenRequest = {
  /** The address for limits. */
  address: string;
  /** The other end of the connection: the client, or the last proxy. */
  peer: string;
  /** Whether `peer` is one of TRUSTED_PROXIES. */
  isPeerTrusted: boolean;
  /** The addresses in X-Forwarded-For, as they came. */
  forwarded: string[];
  protocol: string;
  host: string;
  version: string;
};
