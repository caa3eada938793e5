import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createHub, type Hub, type HubEvent, type HubOptions, readHubRequest } from '../src/index.ts';

export interface HubServer extends AsyncDisposable {
  readonly hub: Hub;
  readonly url: string;
  readonly events: HubEvent[];
}

/** Any access token but 'nobody' is a user's name; without one the user is called 'anyone'. */
function userOf(accessToken: string | null): string | null {
  return accessToken === 'nobody' ? null : (accessToken ?? 'anyone');
}

/** A hub behind node:http and ws, on a free port of this machine. */
export async function serveHub(options: HubOptions): Promise<HubServer> {
  const events: HubEvent[] = [];
  const hub = createHub({ log: (event) => events.push(event), ...options });
  const http = createServer((request, response) => answer(hub, request, response));
  // Above the hub's own limit, so that tests meet the hub's.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 });
  http.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const { accessToken, connectionToken } = readHubRequest(request);
    const admission = hub.admit({ user: userOf(accessToken), connectionToken });
    if (admission.status !== 101) return refuse(stream, admission.status);
    sockets.handleUpgrade(request, stream, head, (socket) => hub.accept(socket, admission.ticket));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const stop = async () => {
    await hub.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return { hub, url: `http://127.0.0.1:${port}/hub`, events, [Symbol.asyncDispose]: stop };
}

function answer(hub: Hub, request: IncomingMessage, response: ServerResponse): void {
  const [path] = (request.url ?? '').split('?');
  if (path !== '/hub/negotiate') {
    response.writeHead(404).end();
  } else if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
  } else {
    const { accessToken, negotiateVersion } = readHubRequest(request);
    const { status, body } = hub.negotiate({ user: userOf(accessToken), version: negotiateVersion });
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  }
}

function refuse(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
