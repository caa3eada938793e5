import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import {
  type AdmittedConnection,
  admittedConnection,
  type ConnectionLimit,
} from '../limits/connection-limit.ts';
import { limitedAddress, type TrustedProxies } from '../shared/client-address.ts';
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
  const open = new Map<Socket, { place: AdmittedConnection; requests: number }>();
  const { server } = app;
  // With TLS the requests arrive on another socket, which exists after the handshake.
  const arrival = server instanceof HttpsServer ? 'secureConnection' : 'connection';
  server.on(arrival, (socket: Socket) => {
    const place = limit.admit(socket, limitedAddress(socket.remoteAddress, trusted));
    if (place === null) return;
    open.set(socket, { place, requests: 0 });
    socket.once('close', () => open.delete(socket));
  });
  // While the body is incomplete the connection counts as idle.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const one = open.get(request.socket as Socket);
    if (one === undefined) return;
    one.requests += 1;
    if (!hasBody(request)) one.place.setBusy();
    else awaitBody(request, response, { bodyTimeoutMs, arrived: () => one.place.setBusy() });
    response.once('close', () => {
      one.requests -= 1;
      if (one.requests === 0) one.place.setIdle();
    });
  });
  app.addHook('preClose', async () => closeSoon(server as Server, open));
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
function closeSoon(server: Server, open: ReadonlyMap<Socket, unknown>): void {
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const all = setTimeout(() => {
    for (const socket of open.keys()) socket.destroy();
  }, CLOSE_TIMEOUT_MS);
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(all);
  });
}
