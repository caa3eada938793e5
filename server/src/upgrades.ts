import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes an upgrade of its own path; false for one of another path, which it leaves alone. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Hands each WebSocket to the part whose path it asks for; nobody's path is answered with 404. */
export function takeUpgrades(server: Server, takers: readonly Upgrade[]): void {
  server.on('upgrade', (request, socket, head) => {
    if (takers.some((take) => take(request, socket, head))) return;
    socket.on('error', () => socket.destroy());
    refuseUpgrade(socket, '404 Not Found');
  });
}

/** Answers an upgrade with an HTTP status such as `404 Not Found` and cuts the connection, whatever the client does. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
