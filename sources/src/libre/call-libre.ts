import { MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod';
import { callVendor, isWebPage, retryAfterMs, type VendorResponse } from '../shared/vendor-call.ts';
import type { SourceContext } from '../source.ts';
import { SourceError, type SourceErrorCode } from '../source-error.ts';
import { libre } from './descriptor.ts';

/** The vendor's global host; it redirects each account to its region. */
const GLOBAL_HOST = libre.settings.address.default;

/** The names that a region may have; a redirect to anything else is not followed. */
export const Region = /^[a-z0-9]{2,4}$/;

/** The host of a region's accounts: the region's own, or below another base the first path segment. */
export function hostOf(base: string, region: string | null): string {
  if (region === null) return base;
  return base === GLOBAL_HOST ? `https://api-${region}.libreview.io` : `${base}/${region}`;
}

/** The app version that is sent to the vendor, who raises the minimum now and then and says so. */
export const APP_VERSION = '4.17.0';

/** After a page of the vendor's firewall; each call in between prolongs the block. */
const BLOCK_PAUSE_MS = 15 * MINUTE_MS;
/** When the vendor limits calls and names no time. */
const RATE_LIMIT_PAUSE_MS = 5 * MINUTE_MS;

/** The app version, and after signing in the token with the account it belongs to. */
export type Caller = { version: string; token?: string; accountId?: string };
export type LibreCall = { url: string; body?: Record<string, string>; caller: Caller };

const Body = z.object({ status: z.number(), data: z.unknown().optional(), ticket: z.unknown().optional() });
export type LibreBody = z.infer<typeof Body>;

/**
 * Calls once and returns the vendor's own body, whose `status` says more than that of HTTP.
 * Throws `SourceError` where no body explains the error.
 */
export async function callLibre(
  { url, body, caller }: LibreCall,
  context: SourceContext,
): Promise<LibreBody> {
  const call = {
    url,
    headers: headersOf(caller),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  };
  const response = await callVendor('libre', call, context);
  const parsed = Body.safeParse(response.json);
  if (response.status < 300 && parsed.success && !isWebPage(response)) return parsed.data;
  // The body says that the version is too old; the caller knows what to do.
  if (response.status === 403 && parsed.data?.status === 920) return parsed.data;
  throw callError(response, context.now());
}

function headersOf({ version, token, accountId }: Caller): Record<string, string> {
  return {
    product: 'llu.android',
    version,
    accept: 'application/json',
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    // The firewall in front of the vendor refuses calls without one.
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) Tealight',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(accountId && { 'account-id': accountId }),
  };
}

function callError(response: VendorResponse, now: number): SourceError {
  const errorCode = errorCodeOf(response);
  const requestedMs = retryAfterMs(response, now);
  const usualMs = response.status === 429 && !isWebPage(response) ? RATE_LIMIT_PAUSE_MS : BLOCK_PAUSE_MS;
  return new SourceError('libre', errorCode, {
    cause: `status ${response.status}`,
    ...(errorCode === 'too-many-calls' && { retryAfterMs: requestedMs ?? usualMs }),
  });
}

/** 430 and 476 are responses of the firewall in front of the vendor, like its pages with 403 and 429. */
function errorCodeOf(response: VendorResponse): SourceErrorCode {
  const { status } = response;
  if ([429, 430, 476].includes(status) || (status === 403 && isWebPage(response))) return 'too-many-calls';
  if (status === 401 || (status === 400 && /jwt|ProductMismatch/i.test(response.text))) return 'session-over';
  if (status >= 500 || status === 408) return 'unreachable';
  return 'unreadable';
}
