import { callVendor, isWebPage, retryAfterMs, type VendorResponse } from '../shared/vendor-call.ts';
import type { SourceContext } from '../source.ts';
import { SourceError, type SourceErrorCode } from '../source-error.ts';
import { redirectTarget } from './address.ts';

/** A site's address and the headers with its secret. */
export type SiteAccess = { base: string; headers: Record<string, string> };

/** The cause of a `wrong-address` where the host responds but has no such route. */
export const NO_SUCH_ROUTE = 'no such route';

const MAX_REDIRECTS = 3;
/** Everything but pages of entries is small; an entry has some 400 bytes. */
const BASE_BYTES = 64 * 1024;
const ENTRY_BYTES = 640;
/** The address is stored with the session. */
const MAX_ADDRESS_LENGTH = 2000;

/** How large a response with so many entries may be. */
export const maxBytesFor = (entries: number): number => BASE_BYTES + entries * ENTRY_BYTES;

/**
 * Gets one path below the base of a site, and follows redirects on the same host only. `base` in the result differs from
 * that of the site when a redirect led from http to https: it is to be saved.
 * Throws `SourceError`.
 */
export async function callSite(
  siteAccess: SiteAccess,
  path: string,
  context: SourceContext,
  maxBytes: number = BASE_BYTES,
): Promise<{ json: unknown; base: string }> {
  let hop = { url: new URL(`${siteAccess.base}${path}`), base: siteAccess.base };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const headers = { accept: 'application/json', 'user-agent': 'Tealight', ...siteAccess.headers };
    const response = await callVendor('nightscout', { url: hop.url, headers, maxBytes }, context);
    if (!isRedirect(response)) return { json: checkedBody(response, context.now()), base: hop.base };
    const next = redirectTarget(hop.base, hop.url, response.headers.get('location'));
    if (next === null || next.base.length > MAX_ADDRESS_LENGTH)
      throw new SourceError('nightscout', 'wrong-address', { cause: 'redirected elsewhere' });
    hop = next;
  }
  throw new SourceError('nightscout', 'wrong-address', { cause: 'too many redirects' });
}

function isRedirect({ status }: VendorResponse): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** The JSON of a successful response. Throws `SourceError` for any other. */
export function checkedBody(response: VendorResponse, now: number): unknown {
  const errorCode = errorCodeOf(response);
  if (errorCode === null) return response.json;
  throw new SourceError('nightscout', errorCode, {
    cause: response.status === 404 ? NO_SUCH_ROUTE : `status ${response.status}`,
    retryAfterMs: retryAfterMs(response, now),
  });
}

function errorCodeOf(response: VendorResponse): SourceErrorCode | null {
  const { status, json } = response;
  if (status >= 200 && status < 300) {
    if (isWebPage(response)) return 'wrong-address';
    return json === undefined ? 'unreadable' : null;
  }
  // A site refuses in JSON; a page comes from the sign-in of a proxy, or from a captcha in front of the site.
  if (status === 401 || status === 403)
    return isWebPage(response) || json === undefined ? 'needs-human' : 'wrong-login';
  if (status === 429) return 'too-many-calls';
  return status >= 500 || status === 408 || status === 425 ? 'unreachable' : 'wrong-address';
}
