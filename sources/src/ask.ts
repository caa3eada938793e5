import { within } from './deadline.ts';
import { parseInTurn } from './parse-in-turn.ts';
import { Oversized, readBody } from './read-body.ts';
import type { World } from './source.ts';
import { SourceError } from './trouble.ts';

/** One call to a vendor. `withinMs` bounds the whole call, the body included; `atMostBytes` bounds the body. */
export type Question = {
  url: string | URL;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  withinMs?: number;
  atMostBytes?: number;
};

/** What came back, whatever its status. `json` is undefined when the text is no JSON. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown };

/**
 * The decoded body. The worst text that was found (other keys in each of its objects) takes 50 ms a MB to parse, so
 * that this takes 16 ms; sources ask for pages that fit well inside.
 */
const AT_MOST_BYTES = 320 * 1024;
const WITHIN_MS = 20_000;

/**
 * Asks once and reads the answer to its end. Redirects are not followed: the caller decides whom it trusts.
 *
 * Throws  `SourceError`: `unreachable` (name, connection, time-out, hang-up), `refused-address` (the fetch that
 *         was handed in refused to go there), `unreadable` (an answer without end).
 */
export async function ask(source: string, question: Question, world: Omit<World, 'now'>): Promise<Answer> {
  const { url, withinMs = WITHIN_MS, atMostBytes = AT_MOST_BYTES, ...init } = question;
  try {
    const { response, body } = await within(withinMs, world.signal, async (signal) => {
      const response = await orAborted(world.fetch(url, { ...init, redirect: 'manual', signal }), signal);
      return { response, body: await orAborted(readBody(response, atMostBytes), signal) };
    });
    return { status: response.status, headers: response.headers, ...(await parseInTurn(body)) };
  } catch (error) {
    throw toSourceError(source, error);
  }
}

/** How long the vendor asks to wait (`Retry-After`, seconds or a date), in milliseconds. */
export function retryAfterMs({ headers }: Answer, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Whether the answer is a web page where data was asked for. */
export function isPage({ headers, text }: Answer): boolean {
  return /html/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html|head|body|h1)/i.test(text);
}

/** A fetch may ignore its signal; the caller must get an answer all the same. */
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
  if (error instanceof Oversized)
    return new SourceError(source, 'unreadable', { cause: 'an answer too large' });
  const codes = codesOf(error);
  if (codes.includes('ETOOLARGE')) return new SourceError(source, 'unreadable', { cause: 'ETOOLARGE' });
  // Network errors name hosts, addresses and sometimes headers: only their code goes on.
  return new SourceError(source, codes.includes('EBLOCKED') ? 'refused-address' : 'unreachable', {
    cause: codes.at(-1) ?? (error instanceof Error ? error.name : 'unknown'),
  });
}

function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  return [...code, ...codesOf(error.cause, depth + 1)];
}
