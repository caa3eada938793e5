import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { mayConnect } from './allowed-addresses.ts';
import { limitBytes } from './limit-bytes.ts';
import { isLocalName, type NameLookup } from './name-lookup.ts';

export type GuardOptions = {
  /** Whether addresses of home and company networks are allowed too. */
  privateAllowed: boolean;
  /** A host and port that are allowed all the same, such as `127.0.0.1:3001`. */
  alsoAllowed?: string | null;
  /** For the whole call including the body; 30 s by default. */
  timeoutMs?: number;
  /** Of the decoded body; 16 MB by default. */
  maxBytes?: number;
  /** Resolves names; the system's resolver by default. Names that users enter have `openNameLookup`. */
  lookup?: NameLookup;
};

type UndiciOptions = Parameters<typeof undiciFetch>[1];

const CONNECT_TIMEOUT_MS = 8_000;
const MAX_REDIRECTS = 5;

/** Ports of services other than HTTP, which a request could harm; the fetch standard blocks more. */
const BLOCKED_PORTS = new Set([
  22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 587, 636, 873, 993, 995, 1433, 1521, 1883, 2049,
  2375, 2376, 2379, 3306, 3389, 5432, 5672, 5900, 6379, 8883, 9042, 9200, 11211, 27017,
]);

/**
 * A fetch for addresses that users enter. It uses http and https only, and never connects to an internal address,
 * whatever the spelling, the name, a redirect, or a name that resolves differently the second time.
 *
 * Throws an error with the `code` `EBLOCKED` for a blocked address, `ETOOLARGE` (from the body) for a too large answer,
 * and fetch's own errors. Errors never contain the address.
 */
export function guardedFetch(options: GuardOptions): typeof fetch {
  const { timeoutMs = 30_000, maxBytes = 16 * 1024 * 1024 } = options;
  const dispatcher = new Agent({ connect: guardedConnect(options) });
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal, clear } = timeoutSignal(timeoutMs, request.signal);
    const fetchOnce = (url: string, init: object) =>
      undiciFetch(url, { ...init, redirect: 'manual', signal, dispatcher } as UndiciOptions);
    try {
      const response = (await fetchWithRedirects(request, options, fetchOnce)) as unknown as Response;
      return limitBytes(response, maxBytes, clear);
    } catch (error) {
      clear();
      throw blockedCauseOf(error) ?? error;
    }
  };
}

/** A signal that aborts after `ms` or with the caller's signal. The timer of `AbortSignal.timeout` cannot be cleared. */
function timeoutSignal(ms: number, outer: AbortSignal) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('It took too long', 'TimeoutError')), ms);
  return { signal: AbortSignal.any([outer, controller.signal]), clear: () => clearTimeout(timer) };
}

async function fetchWithRedirects(
  request: Request,
  options: GuardOptions,
  fetchOnce: (url: string, init: object) => ReturnType<typeof undiciFetch>,
) {
  const { method } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  let url = new URL(request.url);
  let headers: Record<string, string> = Object.fromEntries(request.headers);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    throwIfBlocked(url, options);
    const response = await fetchOnce(url.href, { method, headers, body });
    const location = response.headers.get('location');
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
    if (request.redirect === 'manual' || !isRedirect) return response;
    if (request.redirect === 'error' || !['GET', 'HEAD'].includes(method)) throw new TypeError('redirected');
    await response.body?.cancel();
    const next = new URL(location, url);
    // Headers of the caller, which may have secrets, are only for the first host.
    if (next.origin !== url.origin) headers = { accept: headers.accept ?? '*/*' };
    url = next;
  }
  throw new TypeError('redirected too often');
}

function throwIfBlocked(url: URL, { privateAllowed, alsoAllowed }: GuardOptions): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHttp = ['http:', 'https:'].includes(url.protocol);
  // The port is empty where it is the usual one.
  if (!isHttp || BLOCKED_PORTS.has(Number(url.port))) throw new AddressBlocked();
  const allowed = privateAllowed || url.host === alsoAllowed;
  // Names of the local network are resolved by one of the few threads of the system's resolver: not for everybody.
  const isBlocked = isIP(host) === 0 ? !allowed && isLocalName(host) : !mayConnect(host, allowed);
  if (isBlocked) throw new AddressBlocked();
}

/** All addresses of the name must be allowed, and so must the one that the socket is connected to. */
function guardedConnect(guard: GuardOptions): buildConnector.connector {
  const { privateAllowed, alsoAllowed, lookup = systemLookup } = guard;
  const guardedLookup: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const allowed =
        addresses.length > 0 && addresses.every(({ address }) => mayConnect(address, privateAllowed));
      if (!allowed) return done(new AddressBlocked(), []);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family);
    });
  };
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup });
  return (options, done) =>
    connect(options, (...outcome) => {
      const [error, socket] = outcome;
      if (error || !socket) return done(...outcome);
      // A socket has no address any more once the other side has reset it, which is worth another try.
      if (socket.remoteAddress === undefined) {
        socket.destroy();
        return done(Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' }), null);
      }
      const allowed = privateAllowed || `${options.hostname}:${options.port}` === alsoAllowed;
      if (mayConnect(socket.remoteAddress, allowed)) {
        readInChunks(socket);
        return done(...outcome);
      }
      socket.destroy();
      return done(new AddressBlocked(), null);
    });
}

/** 1000 of the shortest header lines. Own choice: bodies are hardly slower for it. */
const CHUNK_BYTES = 4096;

/**
 * Makes a socket return what it has received in small chunks, and nothing once it is destroyed. For undici, which
 * creates an error with a stack for each header line beyond its limit, to the end of what it has read: 64 kB of the
 * shortest lines at once block the process for 140 ms.
 */
function readInChunks(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = () =>
    socket.destroyed ? null : read(socket.readableLength > CHUNK_BYTES ? CHUNK_BYTES : undefined);
}

/** This server must not connect to the address. The error does not contain it. */
class AddressBlocked extends Error {
  override readonly name = 'AddressBlocked';
  readonly code = 'EBLOCKED';
  constructor() {
    super('This address is blocked');
  }
}

/** The `AddressBlocked` among the causes of an error, if there is one. */
function blockedCauseOf(error: unknown): AddressBlocked | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressBlocked) return cause;
  }
  return undefined;
}
