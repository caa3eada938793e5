import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request to a simulated lamp. */
export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
};

export type HttpLamp = AsyncDisposable & { host: string; requests: ReceivedRequest[]; fails: boolean };

/** A lamp that accepts every HTTP request, or answers 500 when the test wants it. */
export async function httpLamp(tls?: { key: string; cert: string }): Promise<HttpLamp> {
  const requests: ReceivedRequest[] = [];
  const lamp = { fails: false };
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      });
      response.statusCode = lamp.fails ? 500 : 200;
      response.end('{"success":true}');
    });
  };
  const server: Server =
    tls === undefined ? createServer(listener) : (createTls(tls, listener) as unknown as Server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(lamp, {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

export type UdpLamp = AsyncDisposable & { host: string; packets: Buffer[] };

/** A lamp that receives single packets. */
export async function udpLamp(): Promise<UdpLamp> {
  const packets: Buffer[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (packet) => packets.push(packet));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    host: `127.0.0.1:${socket.address().port}`,
    packets,
    async [Symbol.asyncDispose]() {
      socket.close();
    },
  };
}
