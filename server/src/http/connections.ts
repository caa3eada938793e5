import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { admitConnections } from '../limits/admit-connections.ts';
import {
  type AdmittedConnection,
  admittedConnection,
  type ConnectionLimit,
} from '../limits/connection-limit.ts';
import type { TrustedProxies } from '../shared/client-address.ts';
import { SECOND } from '../shared/time-units.ts';
import type { UpgradeHandler } from '../shared/upgrades.ts';
import { BODY_TIMEOUT_MS } from './timeouts.ts';

/** How long a stopping server waits for running responses. Own choice. */
const CLOSE_TIMEOUT_MS = 2 * SECOND;
const CLOSE_IDLE_EVERY_MS = 100;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Limits the connections of the HTTP server. One is idle, and may be closed for a new one, until its request has arrived
 * completely and again after its response; an upgraded one until its client is known, so that clients that send no code
 * keep nobody out. When the server stops, open connections are closed after two seconds.
 */
export function limitHttpConnections(
  app: FastifyInstance,
  limit: ConnectionLimit,
  { trusted, bodyTimeoutMs = BODY_TIMEOUT_MS }: { trusted: TrustedProxies; bodyTimeoutMs?: number },
): void {
  const open = new Map<AdmittedConnection, { socket: Socket; requests: number }>();
  const { server } = app;
  admitConnections(server, { limit, trusted }, (socket, connection) => {
    open.set(connection, { socket, requests: 0 });
    socket.once('close', () => open.delete(connection));
  });
  // While the body is incomplete the connection counts as idle.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = admittedConnection(request.socket);
    const state = connection && open.get(connection);
    if (connection === undefined || state === undefined) return;
    state.requests += 1;
    const arrived = () => connection.setBusy();
    if (!hasBody(request)) arrived();
    else awaitBody(request, response, { bodyTimeoutMs, arrived });
    response.once('close', () => {
      // The rest of a body may arrive after the response.
      request.off('end', arrived);
      state.requests -= 1;
      if (state.requests === 0) connection.setIdle();
    });
  });
  app.addHook('preClose', async () => closeSoon(server as Server, open.values()));
}

/** The handler, for connections that are in use from their upgrade on: their client was known before. */
export const inUseFromUpgrade =
  (handle: UpgradeHandler): UpgradeHandler =>
  (request, socket, head) => {
    const isOwn = handle(request, socket, head);
    if (isOwn) admittedConnection(socket)?.setBusy();
    return isOwn;
  };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Waits for the whole body; one without a file has less time than the general request timeout. */
function awaitBody(
  request: IncomingMessage,
  response: ServerResponse,
  { bodyTimeoutMs, arrived }: { bodyTimeoutMs: number; arrived: () => void },
): void {
  const late = () => {
    const { socket } = request;
    if (!response.headersSent && socket.writable) socket.write(TIMED_OUT);
    socket.destroySoon();
  };
  const withFile = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  const timer = withFile ? undefined : setTimeout(late, bodyTimeoutMs).unref();
  request.once('end', arrived);
  request.once('close', () => clearTimeout(timer));
}

/** A connection may become idle after the server has closed the idle ones, and would delay the stop by a minute. */
function closeSoon(server: Server, open: Iterable<{ socket: Socket }>): void {
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const all = setTimeout(() => {
    for (const { socket } of open) socket.destroy();
  }, CLOSE_TIMEOUT_MS);
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}
