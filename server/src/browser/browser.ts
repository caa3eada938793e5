import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { browserHubPath } from '@tealight/contract';
import { createHub, type HubEvent, readHubRequest } from '@tealight/signalr';
import type { AsksHuman } from '@tealight/sources';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Log } from '../log.ts';
import { SECOND } from '../times.ts';
import { refuseUpgrade } from '../upgrades.ts';
import { type BegunAt, stageOf } from './hub-methods.ts';
import type { Sandbox } from './sandbox.ts';
import { openSessions, type SessionLimits, sessionLimits } from './sessions.ts';
import { openSharedBrowser } from './shared-browser.ts';
import { openSignedInSockets } from './signed-in-sockets.ts';

/** Largest message of a client: the arguments of `StartCaptchaSession`, all at their longest. */
const MESSAGE_MAX_BYTES = 32 * 1024;

/** A client that does not answer the end of its connection is cut then; a stopping server waits for it. */
const CLOSE_TIMEOUT_MS = SECOND;

export type BrowserParts<Pending> = {
  /** Path of a Chromium; null to look in the usual places. */
  chromium: string | null;
  sandbox: Sandbox;
  /** Whether other nodes serve the same hub. */
  isShared?: boolean;
  source: AsksHuman<Pending>;
  begun: BegunAt;
  /** Whose access token this is. */
  wearerOf(accessToken: string): Promise<number | null>;
  /** The network a request comes from. */
  networkOf(request: IncomingMessage): string;
  /** Other origins than its own whose pages may open the hub. */
  origins: readonly string[];
  log: Log;
  limits?: Partial<SessionLimits & { closeBrowserAfterMs: number }>;
};

export type RemoteBrowser = AsyncDisposable & {
  /** Adds the negotiation to the app. */
  serve(app: FastifyInstance): void;
  /** Takes a WebSocket of the hub; false for one of another path, which is left alone. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Sessions open now. */
  readonly sessions: number;
  /** False where Chromium has no sandbox. */
  readonly isOffered: boolean;
};

/** The remote browser, behind a SignalR hub. Chromium starts with the first session. */
export function openBrowser<Pending>(parts: BrowserParts<Pending>): RemoteBrowser {
  const { source, log, limits = {} } = parts;
  const { closeBrowserAfterMs } = limits;
  const closing = closeBrowserAfterMs === undefined ? {} : { closeAfterMs: closeBrowserAfterMs };
  const browser = openSharedBrowser({
    ...{ chromium: parts.chromium, sandbox: parts.sandbox, hosts: source.hosts, log },
    ...closing,
  });
  const sessions = openSessions({ ...sessionLimits, ...limits });
  /** Where the open connections come from, by their ids. */
  const networks = new Map<string, string>();
  const networkOf = (connectionId: string) => networks.get(connectionId) ?? '';
  const stage = stageOf({ browser, sessions, source, begun: parts.begun, networkOf, log });
  const hub = createHub({
    methods: stage.methods,
    onDisconnected(caller) {
      networks.delete(caller.id);
      return stage.left(caller);
    },
    log: (event) => logged(log, event),
    maxMessageBytes: MESSAGE_MAX_BYTES,
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * MESSAGE_MAX_BYTES,
    clientTracking: false,
  });
  const signedIn = openSignedInSockets(parts.wearerOf);
  const userOf = async (token: string | null) => {
    const wearerId = token === null ? null : await parts.wearerOf(token);
    return wearerId === null ? null : String(wearerId);
  };
  const close = async () => {
    await sessions.endAll();
    await hub.close({ allowReconnect: true });
  };

  return {
    get sessions() {
      return sessions.count;
    },
    get isOffered() {
      return browser.isOffered;
    },
    serve(app) {
      app.addHook('preClose', close);
      app.register(async (routes) => {
        // The client sends an empty body and calls it text.
        routes.removeAllContentTypeParsers();
        routes.addContentTypeParser('*', (_request, body, done) => {
          body.resume();
          done(null);
        });
        routes.post(`${browserHubPath}/negotiate`, async ({ raw }, reply) => {
          reply.header('cache-control', 'no-store');
          if (!isWelcome(raw, parts.origins)) return reply.code(403).send({ error: 'Not from this page.' });
          const { accessToken, negotiateVersion } = readHubRequest(raw);
          const user = await userOf(accessToken);
          const { status, body } = hub.negotiate({ user, version: negotiateVersion });
          return reply.code(status).send(body);
        });
        routes.route({
          method: ['GET', 'PUT', 'PATCH', 'DELETE'],
          url: `${browserHubPath}/negotiate`,
          handler: (_request, reply) =>
            reply.code(405).header('allow', 'POST').send({ error: 'Only by POST.' }),
        });
      });
    },
    upgrade(request, stream, head) {
      if ((request.url ?? '').split('?', 1)[0]?.toLowerCase() !== browserHubPath) return false;
      stream.on('error', () => stream.destroy());
      const { accessToken, connectionToken } = readHubRequest(request);
      const admitted = async () => {
        if (!isWelcome(request, parts.origins)) return { status: 403 } as const;
        const user = await userOf(accessToken);
        if (user !== null && !signedIn.hasRoom(Number(user))) return { status: 429 } as const;
        const admission = hub.admit({ user, connectionToken });
        // The token may be another node's: a balancer leads the negotiation and the socket wherever it likes. Who is
        // signed in may skip the negotiation anyway, so this opens nothing more.
        return admission.status === 404 && parts.isShared === true
          ? hub.admit({ user, connectionToken: null })
          : admission;
      };
      admitted()
        .then((admission) => {
          if (admission.status !== 101) return refuseUpgrade(stream, `${admission.status} Refused`);
          const { ticket } = admission;
          sockets.handleUpgrade(request, stream, head, (socket) => {
            signedIn.hold(socket, { wearerId: Number(ticket.user), accessToken: accessToken ?? '' });
            networks.set(ticket.connectionId, parts.networkOf(request));
            hub.accept(socket, ticket);
          });
        })
        .catch(() => refuseUpgrade(stream, '503 Refused'));
      return true;
    },
    async [Symbol.asyncDispose]() {
      signedIn[Symbol.dispose]();
      await close();
      await browser[Symbol.asyncDispose]();
    },
  };
}

/** A page of another site must not open the hub in the name of whoever looks at it. */
function isWelcome({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === host || origins.includes(origin);
}

function logged(log: Log, { event, connectionId, method, reason, error }: HubEvent): void {
  const bug = event === 'method-failed' || event === 'failed';
  const line = { event: `hub-${event}`, connectionId, method, reason, ...(bug && { err: error }) };
  if (bug) log.error(line);
  else log.debug(line);
}
