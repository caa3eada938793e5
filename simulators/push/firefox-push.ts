import { randomBytes } from 'node:crypto';
import { json } from '../replies.ts';
import { type Handler, serve } from '../serve.ts';
import { type PushHeaders, readPushRequest } from './push-request.ts';
import { acceptWebSocket, type TextSocket } from './websocket.ts';

/** A message on its way to a browser. `acknowledged`: the code of the browser, 100 for one that it has decrypted. */
export type FirefoxPush = PushHeaders & { channelId: string; version: string; acknowledged: number | null };

/** A subscription of a connected browser; `key`: the server's public key, with which it subscribed. */
type Registration = { channelId: string; key: string; socket: TextSocket };

type Parsed = {
  messageType?: string;
  channelID?: string;
  key?: string;
  updates?: { channelID: string; version: string; code?: number }[];
};

/**
 * A push service that Firefox connects to over a WebSocket, to test with real decryption in a real browser. In the
 * browser's preferences:
 *
 *   dom.push.serverURL                         `socketUrl`
 *   dom.push.testing.allowInsecureServerURL    true
 *   permissions.default.desktop-notification   1
 *   alerts.useSystemBackend                    false
 *   remote.prefs.recommended                   false, where WebDriver BiDi drives it: else it connects to no push service
 *
 * Its messages are JSON: `hello`, `register`, `unregister`, `notification`, `ack`, and `{}` as a ping. A subscription
 * lives as long as its connection; its endpoint answers 410 afterwards.
 */
export async function openFirefoxPush({ clock = Date.now }: { clock?: () => number } = {}) {
  const registrations = new Map<string, Registration>();
  const sockets = new Set<TextSocket>();
  const messages: FirefoxPush[] = [];

  const handler: Handler = async (request) => {
    const { pathname, origin } = new URL(request.url);
    const registration = registrations.get(pathname.split('/').at(-1) ?? '');
    if (request.method !== 'POST' || !registration) return json({ error: 'gone' }, 410);
    const { channelId, key, socket } = registration;
    const push = await readPushRequest(request, { key, origin, now: clock() });
    if (push instanceof Response) return push;
    const { body, ...headers } = push;
    const version = randomBytes(12).toString('base64url');
    messages.push({ ...headers, channelId, version, acknowledged: null });
    const data = Buffer.from(body).toString('base64url');
    const content = { channelID: channelId, version, data, headers: { encoding: 'aes128gcm' } };
    socket.send(JSON.stringify({ messageType: 'notification', ttl: headers.ttl, ...content }));
    return new Response(null, { status: 201, headers: { location: `/message/${version}` } });
  };

  const unregister = (isOver: (registration: Registration) => boolean) => {
    for (const [id, registration] of registrations) if (isOver(registration)) registrations.delete(id);
  };
  const answer = ({ messageType, channelID = '', key = '', updates = [] }: Parsed, socket: TextSocket) => {
    if (messageType === undefined) return {};
    if (messageType === 'hello')
      return { messageType, uaid: randomBytes(16).toString('hex'), status: 200, use_webpush: true };
    if (messageType === 'register') {
      const id = randomBytes(24).toString('base64url');
      // Firefox pads the key; the server, which signs its messages with it, does not (RFC 8292 §3.2).
      registrations.set(id, { channelId: channelID, key: key.replace(/=+$/, ''), socket });
      return { messageType, channelID, status: 200, pushEndpoint: `${url}/push/${id}` };
    }
    if (messageType === 'unregister') {
      unregister(({ channelId }) => channelId === channelID);
      return { messageType, channelID, status: 200 };
    }
    for (const { version, code = 100 } of updates) {
      const message = messages.find((one) => one.version === version);
      if (message) message.acknowledged = code;
    }
    return null;
  };

  const { url, close } = await serve(handler, {
    upgrade(request, stream) {
      const socket = acceptWebSocket(request, stream, {
        onText(text) {
          const reply = answer(JSON.parse(text), socket);
          if (reply !== null) socket.send(JSON.stringify(reply));
        },
        onClose() {
          sockets.delete(socket);
          unregister((registration) => registration.socket === socket);
        },
      });
      sockets.add(socket);
    },
  });
  return {
    url,
    socketUrl: url.replace('http', 'ws'),
    /** The accepted messages, the oldest first. */
    messages: messages as readonly FirefoxPush[],
    close: () => {
      for (const socket of sockets) socket.close();
      return close();
    },
  };
}
