import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DeviceHello, feedPath, problems, SLOW_DOWN_CLOSE, WRONG_CODE_CLOSE } from '@tealight/contract';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { admittedConnection } from '../../limits/connection-limit.ts';
import { SECOND } from '../../shared/time-units.ts';
import type { Admission } from '../authentication/admission.ts';
import { deviceHelloOf, type Origin, parseDeviceHello } from '../device-identity.ts';
import { closings, WebSocketConnection } from './web-socket-connection.ts';

/** The first message is short; a device sends nothing else. */
const MAX_MESSAGE_BYTES = 1024;
const HELLO_WITHIN_MS = 10 * SECOND;
const PROTOCOL_ERROR_CLOSE = 1002;
/** After the close frame of a restart, connections that stay open are terminated. */
const GOODBYE_MS = SECOND;

type From = { origin: Origin; stream: Duplex };

export type WebSocketFeed = Disposable & {
  /** Handles an upgrade of the feed's path; false, without touching it, for another path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
};

/** The glow feed on WebSockets. */
export function openWebSocketFeed(admission: Admission): WebSocketFeed {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const open = new Set<WebSocket>();
  let closing = false;
  const take = (socket: WebSocket, hello: DeviceHello, from: From) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A connection with an error also closes; there is no one to report the error to.
    socket.on('error', () => socket.terminate());
    if (closing) return closeForRestart([socket]);
    if (hello.code !== undefined) void join(admission, socket, { hello, ...from });
    else
      awaitHello(socket, (late) => void join(admission, socket, { hello: { ...hello, ...late }, ...from }));
  };
  return {
    upgrade(request, stream, head) {
      const url = request.url ?? '';
      if (url.split('?', 1)[0]?.toLowerCase() !== feedPath) return false;
      stream.on('error', () => stream.destroy());
      // Read before the upgrade: the request must not live as long as the socket does.
      const hello = deviceHelloOf(url, request.headers);
      const origin = admission.originOf(request);
      server.handleUpgrade(request, stream, head, (socket) => take(socket, hello, { origin, stream }));
      return true;
    },
    [Symbol.dispose]() {
      closing = true;
      closeForRestart([...open]);
    },
  };
}

function closeForRestart(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) socket.close(...closings.restart);
  setTimeout(() => {
    for (const socket of sockets) socket.terminate();
  }, GOODBYE_MS).unref();
}

/** Waits for the first message, which identifies the device. */
function awaitHello(socket: WebSocket, joined: (hello: DeviceHello) => void): void {
  const refuse = (reason: string) => socket.close(PROTOCOL_ERROR_CLOSE, reason);
  const timer = setTimeout(() => refuse('Send {"code":"…"} first'), HELLO_WITHIN_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.once('message', (data: RawData, isBinary: boolean) => {
    clearTimeout(timer);
    const hello = isBinary ? null : parseDeviceHello(String(data));
    if (hello === null) refuse('The first message must be {"code":"…"}');
    else joined(hello);
  });
}

async function join(
  admission: Admission,
  socket: WebSocket,
  { hello, origin, stream }: { hello: DeviceHello } & From,
): Promise<void> {
  const admitted = await admission.admit(hello, origin);
  if (socket.readyState !== socket.OPEN) return;
  if ('failed' in admitted) return socket.close(1011, problems.unavailable.title);
  if ('refused' in admitted) {
    return admitted.refused === 'wrong-code'
      ? socket.close(WRONG_CODE_CLOSE, problems['wrong-code'].title)
      : socket.close(SLOW_DOWN_CLOSE, `${problems['too-many-tries'].title} (${admitted.waitS} s)`);
  }
  admittedConnection(stream)?.setBusy();
  const connection = new WebSocketConnection(socket, admitted.identity);
  socket.once('close', admission.join(connection));
}
