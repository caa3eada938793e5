import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls';
import { createWebSocketStream, WebSocketServer } from 'ws';
import {
  admitConnections,
  CONNECTION_BACKLOG,
  HANDSHAKE_TIMEOUT_MS,
} from '../../../limits/admit-connections.ts';
import { admittedConnection, type ConnectionLimit } from '../../../limits/connection-limit.ts';
import { PortTaken } from '../../../process/free-port.ts';
import type { TrustedProxies } from '../../../shared/client-address.ts';
import { MINUTE } from '../../../shared/time-units.ts';
import type { Broker } from './broker.ts';

/** The path of MQTT over WebSocket. */
export const mqttPath = '/mqtt';
/** MQTT's keep-alive allows hours of silence; TCP keep-alive detects a device that is gone. */
const TCP_ALIVE_MS = MINUTE;
/** How many ports are tried when none was configured. */
const TRIES = 100;

/** `tls`: certificate and key of the port; null: plain MQTT. */
export type MqttPort = { host: string; port: number; portGiven: boolean; tls: SecureContextOptions | null };

/**
 * Listens on the broker's port, or on the next free one when none was configured. A connection counts as idle until
 * its client is authenticated. Throws `PortTaken`.
 */
export async function listenTo(
  broker: Broker,
  { host, port, portGiven, tls }: MqttPort,
  admission: { limit: ConnectionLimit; trusted: TrustedProxies },
): Promise<Server> {
  const options = { keepAlive: true, keepAliveInitialDelay: TCP_ALIVE_MS, noDelay: true };
  const server =
    tls === null
      ? createServer(options)
      : createTlsServer({ ...options, ...tls, handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
  admitConnections(server, admission);
  server.on(tls === null ? 'connection' : 'secureConnection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const admitted = admittedConnection(socket);
    const request = { headers: {}, socket } as Pick<IncomingMessage, 'headers' | 'socket'>;
    if (admitted !== undefined) broker.handle(socket, request, admitted);
  });
  const last = portGiven || port === 0 ? port : Math.min(65_535, port + TRIES);
  for (let candidate = port; candidate <= last; candidate += 1) {
    if (await listens(server, host, candidate)) return server;
  }
  throw new PortTaken(
    portGiven
      ? `MQTT_PORT ${port} is taken by another program. Choose another MQTT_PORT, or none for the next free one`
      : `Every port from ${port} to ${last} is taken. Choose a free one as MQTT_PORT`,
  );
}

function listens(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else
        reject(
          error.code === 'EACCES' ? new PortTaken(`MQTT_PORT ${port} may not be used by this user`) : error,
        );
    };
    server.once('error', failed);
    server.listen({ host, port, backlog: CONNECTION_BACKLOG }, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

/** The port a server listens on. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Handles upgrades to MQTT over WebSocket. */
export function mqttUpgrade(broker: Broker, packetMaxBytes: number) {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: packetMaxBytes,
    // Browsers require the subprotocol they offered: `mqtt` for 3.1.1, `mqttv3.1` for 3.1.
    handleProtocols: (offered) => ['mqtt', 'mqttv3.1'].find((name) => offered.has(name)) ?? false,
  });
  return (request: IncomingMessage, stream: Duplex, head: Buffer): boolean => {
    if (request.url?.split('?', 1)[0]?.toLowerCase() !== mqttPath) return false;
    stream.on('error', () => stream.destroy());
    const { headers, socket } = request;
    server.handleUpgrade(request, stream, head, (opened) => {
      // The stream handles only its first error.
      opened.on('error', () => opened.terminate());
      broker.handle(createWebSocketStream(opened), { headers, socket }, admittedConnection(stream));
    });
    return true;
  };
}
