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

/** The status in a body that says that the app version is too old. */
const TOO_OLD = 920;

/** After a page of the vendor's firewall; each call in between prolongs the block. */
const BLOCK_PAUSE_MS = 15 * MINUTE_MS;
/** When the vendor limits calls and names no time. */
const RATE_LIMIT_PAUSE_MS = 5 * MINUTE_MS;

/** The app version, and after signing in the token with the account it belongs to. */
export type Caller = { version: string; token?: string; accountId?: string };
export type LibreCall = { url: string; body?: Record<string, string>; caller: Caller };

const Body = z.object({ status: z.number(), data: z.unknown().optional(), ticket: z.unknown().optional() });
export type LibreBody = z.infer<typeof Body>;

const TooOld = z.object({ minimumVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/) });

/**
 * Returns the vendor's own body, whose `status` says more than that of HTTP, with the version that the vendor accepted.
 * Calls once; where the vendor requires a newer version of the same major version, once more with that one.
 * Throws `SourceError` where no body explains the error, and `unreadable` where the version cannot be raised.
 */
export async function callLibre(
  { caller, ...call }: LibreCall,
  context: SourceContext,
): Promise<{ response: LibreBody; version: string }> {
  const response = await callOnce({ ...call, caller }, context);
  if (response.status !== TOO_OLD) return { response, version: caller.version };
  const version = newerVersion(response, caller.version);
  const again = await callOnce({ ...call, caller: { ...caller, version } }, context);
  if (again.status === TOO_OLD) throw switchedOff();
  return { response: again, version };
}

function newerVersion({ data }: LibreBody, version: string): string {
  const minimum = TooOld.safeParse(data).data?.minimumVersion;
  if (minimum !== undefined && minimum.split('.')[0] === version.split('.')[0]) return minimum;
  throw switchedOff();
}

const switchedOff = () =>
  new SourceError('libre', 'unreadable', { cause: 'this version of the API was switched off' });

async function callOnce({ url, body, caller }: LibreCall, context: SourceContext): Promise<LibreBody> {
  const call = {
    url,
    headers: headersOf(caller),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  };
  const response = await callVendor('libre', call, context);
  const parsed = Body.safeParse(response.json);
  if (response.status < 300 && parsed.success && !isWebPage(response)) return parsed.data;
  if (response.status === 403 && parsed.data?.status === TOO_OLD) return parsed.data;
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
