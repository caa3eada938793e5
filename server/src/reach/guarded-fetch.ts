import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { mayVisit } from './addresses.ts';
import { Blocked, blockedIn } from './blocked.ts';
import { readInPieces } from './read-in-pieces.ts';
import { withinBytes } from './within-bytes.ts';

export type Guard = {
  /** Whether home and company networks may be visited too. */
  privateAllowed: boolean;
  /** For the whole call, body included; 30 s when left out. */
  withinMs?: number;
  /** For the decoded body; 16 MB when left out. */
  atMostBytes?: number;
  /** How names become addresses; the system's way when left out. */
  lookup?: typeof systemLookup;
};

type Fetched = Parameters<typeof undiciFetch>;

const CONNECT_WITHIN_MS = 8_000;
const MOST_REDIRECTS = 5;

/** Services that speak no HTTP but can be harmed by something that looks like it; the fetch standard bars more. */
const NOT_WEB = new Set([
  22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 587, 636, 873, 993, 995, 1433, 1521, 1883, 2049,
  2375, 2376, 2379, 3306, 3389, 5432, 5672, 5900, 6379, 8883, 9042, 9200, 11211, 27017,
]);

/**
 * A fetch for addresses that users type. It visits http and https only, and never an internal address, whatever
 * the spelling, name, redirect or change of the name's meaning between question and connection.
 *
 * Throws  an error with `code` `EBLOCKED` when the address must not be visited, `ETOOLARGE` (from the body) when
 *         the answer is too large; else what fetch throws. Errors never name the address.
 */
export function guardedFetch(guard: Guard): typeof fetch {
  const { withinMs = 30_000, atMostBytes = 16 * 1024 * 1024 } = guard;
  const dispatcher = new Agent({ connect: guardedConnect(guard) });
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal, ended } = endingAfter(withinMs, request.signal);
    const once = (url: string, more: object) =>
      undiciFetch(url, { ...more, redirect: 'manual', signal, dispatcher } as Fetched[1]);
    try {
      return withinBytes((await followed(request, guard, once)) as unknown as Response, atMostBytes, ended);
    } catch (error) {
      ended();
      throw blockedIn(error) ?? error;
    }
  };
}

/** A signal that ends the visit after `ms` or with the caller's own. `AbortSignal.timeout` would outlive the visit. */
function endingAfter(ms: number, outer: AbortSignal) {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new DOMException('It took too long', 'TimeoutError')), ms);
  return { signal: AbortSignal.any([outer, own.signal]), ended: () => clearTimeout(timer) };
}

async function followed(
  request: Request,
  { privateAllowed }: Guard,
  once: (url: string, more: object) => ReturnType<typeof undiciFetch>,
) {
  const { method } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  let url = new URL(request.url);
  let headers: Record<string, string> = Object.fromEntries(request.headers);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    barred(url, privateAllowed);
    const response = await once(url.href, { method, headers, body });
    const location = response.headers.get('location');
    const leads = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
    if (request.redirect === 'manual' || !leads) return response;
    if (request.redirect === 'error' || !/^(GET|HEAD)$/.test(method)) throw new TypeError('redirected');
    await response.body?.cancel();
    const next = new URL(location, url);
    // What the caller wants a host to know is for this host alone.
    if (next.origin !== url.origin) headers = { accept: headers.accept ?? '*/*' };
    url = next;
  }
  throw new TypeError('redirected too often');
}

function barred(url: URL, privateAllowed: boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!/^https?:$/.test(url.protocol) || NOT_WEB.has(port)) throw new Blocked();
  if (isIP(host) !== 0 && !mayVisit(host, privateAllowed)) throw new Blocked();
}

/** Every address of the name must be allowed, and so must the one that the socket really reached. */
function guardedConnect({ privateAllowed, lookup = systemLookup }: Guard): buildConnector.connector {
  const guardedLookup: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const allowed =
        addresses.length > 0 && addresses.every(({ address }) => mayVisit(address, privateAllowed));
      if (!allowed) return done(new Blocked(), []);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family);
    });
  };
  const connect = buildConnector({ timeout: CONNECT_WITHIN_MS, lookup: guardedLookup });
  return (options, done) =>
    connect(options, (...outcome) => {
      const [error, socket] = outcome;
      if (error || !socket) return done(...outcome);
      if (mayVisit(socket.remoteAddress ?? '', privateAllowed)) {
        readInPieces(socket);
        return done(...outcome);
      }
      socket.destroy();
      return done(new Blocked(), null);
    });
}
