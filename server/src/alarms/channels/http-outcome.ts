import type { ChannelFailure } from '@tealight/contract';
import { HOUR, SECOND } from '../../shared/time-units.ts';
import type { SendOutcome } from './channel.ts';

/** A message that was not sent. */
export type Failed = Extract<SendOutcome, { isSent: false }>;

/** A service that asks to wait longer than this is asked again all the same. Own choice: no message lives longer. */
const MAX_WAIT_MS = HOUR;

/** Trying again cannot help. */
export const failedForGood = (failure: ChannelFailure): Failed => ({
  isSent: false,
  failure,
  isFinal: true,
  waitMs: null,
});

/** Trying again can help, after `waitMs` where the service has asked to wait. */
export const failedForNow = (failure: ChannelFailure, waitMs: number | null = null): Failed => ({
  isSent: false,
  failure,
  isFinal: false,
  waitMs,
});

/**
 * What the answer of a service means for a message; null: the service has accepted it.
 *
 * A redirect is not followed: messages may have secrets, which are for the first host alone. 408 and 425 are the only
 * other errors of the 4xx that RFC 9110 and RFC 8470 let a client repeat unchanged.
 */
export function failureOfStatus(response: Pick<Response, 'status' | 'headers'>, now: number): Failed | null {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return null;
  if (status === 429 || status === 503)
    return failedForNow('too-many', retryAfterMs(headers.get('retry-after'), now));
  if (status === 413) return failedForGood('unreachable');
  if (status === 408 || status === 425 || status >= 500) return failedForNow('unreachable');
  return failedForGood('refused');
}

/** What an error of the guarded fetch means: a blocked address is final, the network is not. */
export function failureOfError(error: unknown): Failed {
  const isBlocked = error instanceof Error && 'code' in error && error.code === 'EBLOCKED';
  return isBlocked ? failedForGood('not-allowed') : failedForNow('unreachable');
}

/** `Retry-After` as ms from now: seconds or an HTTP date (RFC 9110 §10.2.3); null: none, or one that cannot be read. */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  const waitMs = /^\d{1,10}$/.test(text) ? Number(text) * SECOND : dateOf(text) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), MAX_WAIT_MS);
}

/** An HTTP date begins with a weekday. Without this check `Date.parse` reads almost anything that has a digit. */
const dateOf = (text: string) =>
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN;
