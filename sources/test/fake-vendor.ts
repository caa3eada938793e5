import { readFileSync } from 'node:fs';
import type { VendorSession } from '../src/source.ts';

/** A recorded answer, in the one form of all `answers/` folders. A body that is no string was JSON. */
export type Recorded = { status: number; headers?: Record<string, string>; body: unknown };

/** Reads `answers/<name>.json` beside the test that asks: `recordedIn(import.meta.url)('status')`. */
export const recordedIn =
  (testUrl: string) =>
  (name: string): Recorded =>
    JSON.parse(readFileSync(new URL(`answers/${name}.json`, testUrl), 'utf8')) as Recorded;

export function toResponse({ status, headers = {}, body }: Recorded): Response {
  const isText = typeof body === 'string';
  const bodyless = status === 204 || status === 304;
  return new Response(bodyless ? null : isText ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': isText ? 'text/plain' : 'application/json; charset=utf-8', ...headers },
  });
}

/** A vendor that answers by path: the first entry whose key the address contains; otherwise 404. */
export function respondByPath(
  table: Record<string, Recorded | (() => Response | Promise<Response>)>,
): typeof fetch {
  return async (input, init) => {
    const url = decodeURIComponent(new Request(input, init).url);
    const found = Object.entries(table).find(([part]) => url.includes(part))?.[1];
    if (found === undefined) return toResponse({ status: 404, body: 'not found' });
    return typeof found === 'function' ? found() : toResponse(found);
  };
}

/** A vendor that takes the call and never answers, and does not even look at the signal. */
export const hanging: typeof fetch = () => new Promise(() => {});

/** What the runtime's own errors name, and ours must not. */
export const FAILING_HOST = 'host.example';

/** A fetch that fails below HTTP, as the runtime reports it. */
export const failing =
  (code: string): typeof fetch =>
  () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(FAILING_HOST), { code }) }),
    );

/** The same vendor, with the calls that it gets. */
export function recordCalls(vendor: typeof fetch): { fetch: typeof fetch; calls: Request[] } {
  const calls: Request[] = [];
  return {
    calls,
    fetch: (input, init) => {
      calls.push(new Request(input, init));
      return vendor(input, init);
    },
  };
}

/** A session at a fixed time, with the sessions that were saved. */
export function fakeVendorSession<Session>(
  vendor: typeof fetch,
  now: number,
  signal?: AbortSignal,
): VendorSession<Session> & { kept: Session[]; saidIncomplete: boolean } {
  const kept: Session[] = [];
  const vendorSession = {
    fetch: vendor,
    now: () => now,
    signal: signal ?? new AbortController().signal,
    kept,
    keep: async (session: Session) => void kept.push(session),
    uninterrupted: <T>(work: (signal: AbortSignal) => Promise<T>) => work(new AbortController().signal),
    saidIncomplete: false,
    incomplete: () => {
      vendorSession.saidIncomplete = true;
    },
  };
  return vendorSession;
}
