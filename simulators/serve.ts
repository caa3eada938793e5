import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';

/** A simulated vendor, with the web standard's request and response, so that it can be served or called like `fetch`. */
export type Handler = (request: Request) => Promise<Response>;

type ServeOptions = {
  host?: string;
  port?: number;
  /** Takes connections that change their protocol; they are the caller's to close. */
  upgrade?: (request: IncomingMessage, socket: Duplex) => void;
};

/** Listens with a simulated vendor; port 0 takes any free one. `close` cuts open connections too. */
export async function serve(
  handler: Handler,
  { host = '127.0.0.1', port = 0, upgrade }: ServeOptions = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const response = await handler(toRequest(incoming, outgoing));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch {
      outgoing.destroy();
    }
  });
  if (upgrade) server.on('upgrade', upgrade);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise;
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** A vendor below a path gets requests without that path. */
export function below(path: string, handler: Handler): Handler {
  return (request) => handler(new Request(request.url.replace(path, ''), request));
}

/** A simulated vendor as a fetch, without any network. */
export function asFetch(handler: Handler): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { promise, reject } = Promise.withResolvers<never>();
    const abort = () => reject(request.signal.reason);
    if (request.signal.aborted) abort();
    request.signal.addEventListener('abort', abort, { once: true });
    return Promise.race([handler(request), promise]);
  };
}

function toRequest(incoming: IncomingMessage, outgoing: NodeJS.EventEmitter): Request {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const { method = 'GET', url = '/', headers } = incoming;
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  );
  const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream);
  const init = { method, headers: flat, body, duplex: 'half', signal: gone.signal };
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, init as RequestInit);
}
