import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { browserHubPath } from '@tealight/contract';
import { createHub, type HubEvent, readHubRequest } from '@tealight/signalr';
import type { SignsInInRemoteBrowser } from '@tealight/sources';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Log } from '../shared/log.ts';
import { SECOND } from '../shared/time-units.ts';
import { rejectUpgrade } from '../shared/upgrades.ts';
import { type FindPendingSignIn, hubMethods } from './hub-methods.ts';
import type { Sandbox } from './sandbox.ts';
import { openSessions, type SessionLimits, type SessionOrigin, sessionLimits } from './sessions.ts';
import { openSharedBrowser } from './shared-browser.ts';
import { openSignedInSockets, type SignedIn } from './signed-in-sockets.ts';

/** The largest message of a client: `StartCaptchaSession` with the longest arguments. */
const MAX_MESSAGE_BYTES = 32 * 1024;

/** For a client that does not confirm the end of its connection; a stopping server waits for it. */
const CLOSE_TIMEOUT_MS = SECOND;

export type RemoteBrowserDependencies<Pending> = {
  /** The path of Chromium; null: look for it in the usual places. */
  chromium: string | null;
  sandbox: Sandbox;
  /** Whether other nodes serve the same hub. */
  isShared?: boolean;
  source: SignsInInRemoteBrowser<Pending>;
  findPendingSignIn: FindPendingSignIn;
  /** The account and the wearer of an access token; null for an invalid one. */
  signedInBy(accessToken: string): Promise<SignedIn | null>;
  /** The network of the client. */
  networkOf(request: IncomingMessage): string;
  /** Other origins whose pages may use the hub. */
  origins: readonly string[];
  log: Log;
  limits?: Partial<SessionLimits & { closeBrowserAfterMs: number }>;
};

export type RemoteBrowser = AsyncDisposable & {
  /** Adds the negotiation route to the app. */
  serve(app: FastifyInstance): void;
  /** Handles the upgrade to a WebSocket of the hub; returns false for other paths, without touching the socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** The number of open sessions. */
  readonly sessionCount: number;
  /** False where Chromium has no sandbox. */
  readonly isAvailable: boolean;
};

/** The remote browser, behind a SignalR hub. Chromium starts with the first session. */
export function openRemoteBrowser<Pending>(dependencies: RemoteBrowserDependencies<Pending>): RemoteBrowser {
  const { source, log, limits = {} } = dependencies;
  const { closeBrowserAfterMs } = limits;
  const closeOptions = closeBrowserAfterMs === undefined ? {} : { closeAfterMs: closeBrowserAfterMs };
  const browser = openSharedBrowser({
    chromium: dependencies.chromium,
    sandbox: dependencies.sandbox,
    hosts: source.hosts,
    log,
    ...closeOptions,
  });
  const sessions = openSessions({ ...sessionLimits, ...limits });
  /** Of open connections, by connection id. */
  const origins = new Map<string, SessionOrigin>();
  const originOf = (connectionId: string) => origins.get(connectionId) ?? { account: 0, network: '' };
  const { methods, onDisconnected } = hubMethods({
    browser,
    sessions,
    source,
    originOf,
    log,
    findPendingSignIn: dependencies.findPendingSignIn,
  });
  const hub = createHub({
    methods,
    onDisconnected,
    log: (event) => logHubEvent(log, event),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * MAX_MESSAGE_BYTES,
    clientTracking: false,
  });
  const signedInSockets = openSignedInSockets(dependencies.signedInBy);
  const userOf = async (token: string | null) => {
    const signedIn = token === null ? null : await dependencies.signedInBy(token);
    return { user: signedIn && String(signedIn.wearerId), account: signedIn?.accountId ?? 0 };
  };
  const close = async () => {
    await sessions.endAll();
    await hub.close({ allowReconnect: true });
  };

  return {
    get sessionCount() {
      return sessions.count;
    },
    get isAvailable() {
      return browser.isAvailable;
    },
    serve(app) {
      app.addHook('preClose', close);
      app.register(async (routes) => {
        // The client sends an empty body with the type text/plain.
        routes.removeAllContentTypeParsers();
        routes.addContentTypeParser('*', (_request, body, done) => {
          body.resume();
          done(null);
        });
        routes.post(`${browserHubPath}/negotiate`, async ({ raw }, reply) => {
          reply.header('cache-control', 'no-store');
          if (!isAllowedOrigin(raw, dependencies.origins))
            return reply.code(403).send({ error: 'Not from this page.' });
          const { accessToken, negotiateVersion } = readHubRequest(raw);
          const { user } = await userOf(accessToken);
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
      const admit = async () => {
        if (!isAllowedOrigin(request, dependencies.origins)) return { status: 403 } as const;
        const { user, account } = await userOf(accessToken);
        if (user !== null && !signedInSockets.hasCapacity(Number(user))) return { status: 429 } as const;
        const admission = hub.admit({ user, connectionToken });
        // The token may be from another node, since a load balancer may choose different nodes for negotiation and
        // socket. A signed-in client may skip the negotiation anyway, so this allows nothing more.
        const admitted =
          admission.status === 404 && dependencies.isShared === true
            ? hub.admit({ user, connectionToken: null })
            : admission;
        return { ...admitted, account };
      };
      admit()
        .then((admission) => {
          if (admission.status !== 101) return rejectUpgrade(stream, `${admission.status} Refused`);
          const { ticket, account } = admission;
          sockets.handleUpgrade(request, stream, head, (socket) => {
            signedInSockets.add(socket, { wearerId: Number(ticket.user), accessToken: accessToken ?? '' });
            origins.set(ticket.connectionId, { account, network: dependencies.networkOf(request) });
            // Also of a connection that ends before its handshake, which the hub says nothing about.
            socket.once('close', () => origins.delete(ticket.connectionId));
            hub.accept(socket, ticket);
          });
        })
        .catch(() => rejectUpgrade(stream, '503 Refused'));
      return true;
    },
    async [Symbol.asyncDispose]() {
      signedInSockets[Symbol.dispose]();
      await close();
      await browser[Symbol.asyncDispose]();
    },
  };
}

/** A page of another site must not use the hub with the access of its user. */
function isAllowedOrigin({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === host || origins.includes(origin);
}

function logHubEvent(log: Log, { event, connectionId, method, reason, error }: HubEvent): void {
  const isBug = event === 'method-failed' || event === 'failed';
  const entry = { event: `hub-${event}`, connectionId, method, reason, ...(isBug && { err: error }) };
  if (isBug) log.error(entry);
  else log.debug(entry);
}
