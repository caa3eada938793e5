import { MINUTE_MS } from '@tealight/glucose';
import * as z from 'zod';
import { MAX_NAME_LENGTH } from '../shared/length-limits.ts';
import { callVendor, isWebPage, retryAfterMs, type VendorResponse } from '../shared/vendor-call.ts';
import type { SourceContext } from '../source.ts';
import { SourceError, type SourceErrorCode } from '../source-error.ts';

/** A region's base address, without a slash at the end. */
export type ShareHost = string;

const Fault = z.object({ Code: z.string().max(MAX_NAME_LENGTH), Message: z.string().nullish().catch(null) });

/** For responses that name no time to wait, in ms. Other clients found ten minutes to be enough for a lock. */
const pauses: Partial<Record<SourceErrorCode, number>> = {
  'locked-out': 10 * MINUTE_MS,
  'too-many-calls': 5 * MINUTE_MS,
};

/** Calls one of Share's services. Returns the JSON of a successful response. Throws `SourceError`. */
export async function callShare(
  host: ShareHost,
  call: { path: string; body: object },
  context: SourceContext,
): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'Tealight',
  };
  const url = `${host}/ShareWebServices/Services/${call.path}`;
  const response = await callVendor(
    'dexcomShare',
    { url, method: 'POST', headers, body: JSON.stringify(call.body) },
    context,
  );
  const errorCode = errorCodeOf(response);
  if (errorCode === null) return response.json;
  throw new SourceError('dexcomShare', errorCode, {
    cause: Fault.safeParse(response.json).data?.Code ?? `status ${response.status}`,
    retryAfterMs: retryAfterMs(response, context.now()) ?? pauses[errorCode],
  });
}

/** Share reports nearly every error with 500: the code in the body decides, and only then the status. */
function errorCodeOf(response: VendorResponse): SourceErrorCode | null {
  const { status, json, text } = response;
  const fault = Fault.safeParse(json);
  if (fault.success) return errorCodeOfResponse(fault.data.Code, fault.data.Message ?? '');
  if (status >= 200 && status < 300) {
    if (json !== undefined) return null;
    return text.trim() === '' ? 'session-over' : isWebPage(response) ? 'unreachable' : 'unreadable';
  }
  if (status === 401) return 'session-over';
  // The firewall in front of Share responds with 403 or 429 and a page of its own after too many calls.
  if (status === 429 || status === 403) return 'too-many-calls';
  return status >= 500 || status === 408 ? 'unreachable' : 'unreadable';
}

function errorCodeOfResponse(code: string, message: string): SourceErrorCode {
  if (/MaxAttempts/i.test(code)) return 'locked-out';
  if (
    /^(AccountPasswordInvalid|SSO_AuthenticatePasswordInvalid|SSO_AuthenticateAccountNotFound)$/.test(code)
  ) {
    return 'wrong-login';
  }
  if (code === 'SSO_InternalError' && /cannot authenticate/i.test(message)) return 'wrong-login';
  if (/^Session(IdNotFound|NotValid)$/.test(code)) return 'session-over';
  if (code === 'InvalidArgument') return /uuid/i.test(message) ? 'session-over' : 'wrong-login';
  return 'unreachable';
}
