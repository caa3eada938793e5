import { MINUTE_MS } from '@tealight/glucose';
import {
  callVendor,
  isWebPage,
  retryAfterMs,
  type VendorCall,
  type VendorResponse,
} from '../shared/vendor-call.ts';
import type { SourceContext } from '../source.ts';
import { SourceError, type SourceErrorCode } from '../source-error.ts';

/** When the vendor, or the firewall in front of it, limits calls and names no time. */
const RATE_LIMIT_PAUSE_MS = 15 * MINUTE_MS;
/** The first call of a new follower may take longer than the five seconds that some clients wait. */
const TIMEOUT_MS = 30_000;
/** The display message of a day, with all data of pump and phone. */
const MAX_BYTES = 512 * 1024;

/** The endpoints of the vendor have changed: discover them again, once. */
export class EndpointsMoved extends SourceError {}

/** `token`: the access token. `twice`: the vendor fails the first call of a new session, so it is repeated once. */
export type CareLinkCall = VendorCall & { token?: string; twice?: boolean };

/**
 * Calls once. Responses below 500 that are about the call are returned as they are; whatever is about the vendor's
 * health, or about this client, is thrown as a `SourceError`.
 */
export async function callCareLink(call: CareLinkCall, context: SourceContext): Promise<VendorResponse> {
  const { token, twice = false, headers, ...rest } = call;
  const all = {
    accept: 'application/json',
    // The firewall in front of the vendor refuses calls without one.
    'user-agent': 'Dalvik/2.1.0 (Linux; U; Android 15) Tealight',
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  const once = () =>
    callVendor('medtronic', { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...rest, headers: all }, context);
  const first = await once();
  const response = first.status === 500 && twice ? await once() : first;
  const errorCode = errorCodeOf(response);
  if (errorCode === null) return response;
  throw new SourceError('medtronic', errorCode, {
    cause: `status ${response.status}`,
    retryAfterMs:
      retryAfterMs(response, context.now()) ??
      (errorCode === 'too-many-calls' ? RATE_LIMIT_PAUSE_MS : undefined),
  });
}

/** The parts of a call that posts JSON. */
export const jsonPost = (body: object): Pick<VendorCall, 'method' | 'body' | 'headers'> => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Whether the gateway does not know the path, which it reports as a missing token. */
export const isNoSuchPath = ({ status, text }: VendorResponse): boolean =>
  status === 404 || (status === 403 && text.includes('Missing Authentication Token'));

function errorCodeOf(response: VendorResponse): SourceErrorCode | null {
  const { status } = response;
  // Pages with 403 come from the firewalls, CloudFront and Akamai; they say nothing about the account.
  if (status === 429 || (status === 403 && isWebPage(response))) return 'too-many-calls';
  if (status >= 500 || status === 408) return 'unreachable';
  if (status >= 300 && status < 400) return 'unreadable';
  return isWebPage(response) ? 'unreachable' : null;
}
