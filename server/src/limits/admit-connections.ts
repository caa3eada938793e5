import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { limitedAddress, type TrustedProxies } from '../shared/client-address.ts';
import { SECOND } from '../shared/time-units.ts';
import { type AdmittedConnection, addSocketOf, type ConnectionLimit } from './connection-limit.ts';

/** The longest TLS handshake, in ms. Own choice. */
export const HANDSHAKE_TIMEOUT_MS = 10 * SECOND;

/**
 * Connections that the system keeps until they are accepted: as many as Linux allows by default (net.core.somaxconn,
 * since 5.4). Of those that come while the process computes, Node's 511 would lose the others; clients try again only
 * after seconds.
 */
export const CONNECTION_BACKLOG = 4096;

const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Admits the connections of a server; with TLS before the handshake, which is costly. The handshake makes another socket
 * of a connection: `admittedConnection` finds it by both. `opened` is called with the socket before the handshake.
 */
export function admitConnections(
  server: Server,
  { limit, trusted }: { limit: ConnectionLimit; trusted: TrustedProxies },
  opened: (socket: Socket, connection: AdmittedConnection) => void = () => {},
): void {
  const byName = new Map<string, AdmittedConnection>();
  server.prependListener('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const connection = limit.admit(socket, limitedAddress(socket.remoteAddress, trusted));
    if (connection === null) return;
    opened(socket, connection);
    if (!(server instanceof TlsServer)) return;
    const name = nameOf(socket);
    byName.set(name, connection);
    socket.once('close', () => byName.delete(name));
  });
  server.prependListener('secureConnection', (socket: Socket) => {
    const connection = byName.get(nameOf(socket));
    if (connection !== undefined) addSocketOf(connection, socket);
  });
}
