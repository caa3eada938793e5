import { HOUR_MS } from '@tealight/glucose';
import {
  callVendor,
  isWebPage,
  retryAfterMs,
  type VendorCall,
  type VendorResponse,
} from '../shared/vendor-call.ts';
import type { SourceContext } from '../source.ts';
import { SourceError, type SourceErrorCode } from '../source-error.ts';

/** The base address of a region, without a slash at the end. */
export type ApiHost = string;

/** The limit counts the calls of all wearers together, by the hour. */
const RATE_LIMIT_PAUSE_MS = HOUR_MS;
/** Two days of records, from a phone and a receiver. */
const MAX_BYTES = 512 * 1024;

/**
 * Calls once. Responses below 500 that are about the call are returned as they are; whatever is about the vendor's
 * health, or about Tealight's registration, is thrown as a `SourceError`.
 */
export async function callApi(
  call: VendorCall,
  headers: Record<string, string>,
  context: SourceContext,
): Promise<VendorResponse> {
  const all = { accept: 'application/json', 'user-agent': 'Tealight', ...headers };
  const response = await callVendor('dexcomApi', { ...call, headers: all, maxBytes: MAX_BYTES }, context);
  const errorCode = errorCodeOf(response);
  if (errorCode === null) return response;
  throw new SourceError('dexcomApi', errorCode, {
    cause: `status ${response.status}`,
    retryAfterMs:
      retryAfterMs(response, context.now()) ??
      (errorCode === 'too-many-calls' ? RATE_LIMIT_PAUSE_MS : undefined),
  });
}

function errorCodeOf(response: VendorResponse): SourceErrorCode | null {
  const { status } = response;
  if (status === 429) return 'too-many-calls';
  if (status >= 500 || status === 408) return 'unreachable';
  if (status >= 300 && status < 400) return 'unreadable';
  return isWebPage(response) ? 'unreachable' : null;
}
