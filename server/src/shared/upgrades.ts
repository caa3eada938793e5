import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Handles an upgrade of its own path; returns false for other paths, without touching the socket. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Passes each upgrade to the handler of its path, and answers 404 when there is none. */
export function handleUpgrades(server: Server, handlers: readonly UpgradeHandler[]): void {
  server.on('upgrade', (request, socket, head) => {
    if (handlers.some((handle) => handle(request, socket, head))) return;
    socket.on('error', () => socket.destroy());
    rejectUpgrade(socket, '404 Not Found');
  });
}

/** Answers an upgrade with an HTTP status such as `404 Not Found`, and closes the connection. */
export function rejectUpgrade(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
