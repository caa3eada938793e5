import type { SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { withDeadline } from './deadline.ts';
import { parseInTurn } from './parse-in-turn.ts';
import { OversizedError, readBody } from './read-body.ts';

/** One call to a vendor. `timeoutMs` bounds the whole call, the body included; `maxBytes` bounds the body. */
export type VendorCall = {
  url: string | URL;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
  maxBytes?: number;
};

/** What came back, whatever its status. `json` is undefined when the text is no JSON. */
export type VendorResponse = { status: number; headers: Headers; text: string; json: unknown };

/**
 * The decoded body. The slowest text that was found (other keys in each of its objects) takes 50 ms a MB to parse, so
 * this takes 16 ms. Sources request pages that fit well inside.
 */
const MAX_BYTES = 320 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Calls once and reads the response to its end. Redirects are not followed: the caller decides which hosts it trusts.
 *
 * Throws  `SourceError`: `unreachable` (name, connection, timeout, closed connection), `refused-address` (the context's
 *         fetch refused the address), `unreadable` (a response without end).
 */
export async function callVendor(
  source: string,
  call: VendorCall,
  context: Omit<SourceContext, 'now'>,
): Promise<VendorResponse> {
  const { url, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, ...init } = call;
  try {
    const { response, body } = await withDeadline(timeoutMs, context.signal, async (signal) => {
      const response = await orAborted(context.fetch(url, { ...init, redirect: 'manual', signal }), signal);
      return { response, body: await orAborted(readBody(response, maxBytes), signal) };
    });
    return { status: response.status, headers: response.headers, ...(await parseInTurn(body)) };
  } catch (error) {
    throw toSourceError(source, error);
  }
}

/** How long the vendor asks to wait (`Retry-After`, seconds or a date), in milliseconds. */
export function retryAfterMs({ headers }: VendorResponse, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Whether the response is a web page where data was expected. */
export function isWebPage({ headers, text }: VendorResponse): boolean {
  return /html/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html|head|body|h1)/i.test(text);
}

/** A fetch may ignore its signal; the caller must get a result all the same. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function toSourceError(source: string, error: unknown): SourceError {
  if (error instanceof OversizedError)
    return new SourceError(source, 'unreadable', { cause: 'response too large' });
  const codes = codesOf(error);
  if (codes.includes('ETOOLARGE')) return new SourceError(source, 'unreadable', { cause: 'ETOOLARGE' });
  // Network errors name hosts, addresses and sometimes headers: only their code is passed on.
  return new SourceError(source, codes.includes('EBLOCKED') ? 'refused-address' : 'unreachable', {
    cause: codes.at(-1) ?? (error instanceof Error ? error.name : 'unknown'),
  });
}

function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...code, ...codesOf(error.cause, depth + 1)];
}
