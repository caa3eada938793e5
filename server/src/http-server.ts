import { randomUUID } from 'node:crypto';
import { type SecureContextOptions, Server as TlsServer } from 'node:tls';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { wearerHeader } from '@tealight/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type pino from 'pino';
import { serveDoctor } from './health/doctor-routes.ts';
import { serveDocs } from './http/docs/docs-page.ts';
import { knownPaths, type MethodsAt } from './http/docs/known-paths.ts';
import { type Readiness, serveHealth } from './http/health-routes.ts';
import { serveOutbox } from './http/pages/outbox-page.ts';
import { serveWebApp, type WebApp } from './http/pages/web-app.ts';
import { ProblemError } from './http/problem-error.ts';
import { answerError } from './http/problem-replies.ts';
import { RequestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Api } from './http/serve-call.ts';
import { timeouts } from './http/timeouts.ts';
import { openUploadLimit } from './http/upload-limit.ts';
import { HANDSHAKE_TIMEOUT_MS } from './limits/admit-connections.ts';
import { type Metrics, type MetricsAccess, serveMetrics } from './metrics/metrics.ts';
import { followTlsFiles, readTlsFiles, type TlsFiles } from './process/tls-files.ts';
import { serveErase } from './routes/accounts/delete-account.ts';
import { serveExport } from './routes/accounts/export-data.ts';
import { serveProfile } from './routes/accounts/profile.ts';
import { serveSignUp } from './routes/accounts/sign-up.ts';
import { serveActiveAlarms } from './routes/alarms/active-alarms.ts';
import { serveAlarmChannels } from './routes/alarms/alarm-channels.ts';
import { serveAlarmLinks } from './routes/alarms/alarm-links.ts';
import { serveAlarmRecipients } from './routes/alarms/alarm-recipients.ts';
import { serveAlarmSettings } from './routes/alarms/alarm-settings.ts';
import { serveSimulatedLow } from './routes/alarms/simulate-urgent-low.ts';
import { serveSnoozes } from './routes/alarms/snoozes.ts';
import { serveConnection } from './routes/connection/connection.ts';
import type { Dependencies } from './routes/dependencies.ts';
import { serveDevices } from './routes/devices/devices.ts';
import { serveMailSettings } from './routes/mails/mail-settings.ts';
import { servePassword } from './routes/passwords/password.ts';
import { authenticationOf } from './routes/people/authentication.ts';
import { servePeople } from './routes/people/people.ts';
import { serveSharedChanges, serveWearerChanges } from './routes/people/streams.ts';
import { openHandOverJob } from './routes/people/take-over.ts';
import { servePhotos } from './routes/photos/photos.ts';
import { serveChanges } from './routes/readings/changes.ts';
import { serveRange } from './routes/readings/range.ts';
import { serveReadings } from './routes/readings/readings.ts';
import { serveSessions } from './routes/sessions/sessions.ts';
import { serveSignIn } from './routes/sessions/sign-in.ts';
import { serveSite } from './routes/site.ts';
import { serveStatistics } from './routes/statistics/statistics.ts';
import { isTrusted, type TrustedProxies } from './shared/client-address.ts';
import type { Log } from './shared/log.ts';

/** The largest JSON body; the limit of photos is with their form. */
const MAX_BODY_BYTES = 64 * 1024;

export type ApiDependencies = Dependencies & {
  logger: pino.Logger;
  corsOrigins: readonly string[];
  trustedProxies: TrustedProxies;
  readiness: Readiness;
  metrics: Metrics;
  metricsAccess: MetricsAccess;
  /** Certificate and key of the port; null: plain HTTP. */
  tls?: TlsFiles | null;
  /** The secret that the doctor knows, too. */
  doctorSecret: string;
  /** The clock of this machine, by which the doctor makes its tokens; `now` by default. */
  doctorNow?: () => number;
  /** Whether this node serves the API; otherwise only health and metrics. */
  hasCalls: boolean;
  /** Tealight's version. */
  version: string;
};

export type OpenApi = AsyncDisposable & { app: FastifyInstance };

/** The HTTP server, not yet listening: health and metrics on every node, and the API where it is enabled. */
export async function openApi(dependencies: ApiDependencies): Promise<OpenApi> {
  const { tls = null } = dependencies;
  const app = newApp(dependencies, tls === null ? null : await readTlsFiles(tls, 'https'));
  if (tls !== null) followCertificate(app, tls, dependencies.log);
  const methodsAt = knownPaths(app);
  await protect(app, dependencies);
  warnOfForwarding(app, dependencies);
  serveMetrics(app, dependencies.metrics, dependencies.metricsAccess);
  serveHealth(app, dependencies.readiness);
  serveDoctor(app, {
    ...dependencies,
    secret: dependencies.doctorSecret,
    now: dependencies.doctorNow ?? dependencies.now,
  });
  const streams = dependencies.hasCalls ? serveCalls(app, dependencies) : [];
  const web = dependencies.hasCalls ? await serveWebApp(app, dependencies.site.webFolder) : null;
  serveRest(app, web, methodsAt);
  return { app, [Symbol.asyncDispose]: () => close(app, streams) };
}

/** All calls of the contract, and the pages. */
function serveCalls(app: FastifyInstance, dependencies: ApiDependencies): AsyncDisposable[] {
  const api: Api = {
    app,
    authentication: authenticationOf(dependencies),
    takeUploadPlace: openUploadLimit(),
  };
  serveSignUp(api, dependencies);
  serveSignIn(api, dependencies);
  servePassword(api, dependencies);
  serveSessions(api, dependencies);
  serveProfile(api, dependencies);
  serveExport(api, dependencies);
  serveErase(api, dependencies);
  serveRange(api, dependencies);
  serveMailSettings(api, dependencies);
  serveReadings(api, dependencies);
  serveAlarmSettings(api, dependencies);
  serveSimulatedLow(api, dependencies);
  serveActiveAlarms(api, dependencies);
  serveSnoozes(api, dependencies);
  serveAlarmRecipients(api, dependencies);
  serveAlarmChannels(api, dependencies);
  serveAlarmLinks(api, dependencies);
  serveDevices(api, dependencies);
  serveStatistics(api, dependencies);
  serveConnection(api, dependencies);
  servePeople(api, dependencies);
  serveSite(api, dependencies);
  servePhotos(app, dependencies.site);
  serveOutbox(app, dependencies.site.outboxFolder);
  serveDocs(app, dependencies.version);
  return [
    serveChanges(api, dependencies),
    serveWearerChanges(api, dependencies),
    serveSharedChanges(api, dependencies),
    openHandOverJob(dependencies),
  ];
}

function newApp(
  { logger, trustedProxies }: ApiDependencies,
  tls: SecureContextOptions | null,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(logger.isLevelEnabled('debug')),
    // Log lines contain the request id; a child logger for every request is not needed.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    ...timeouts,
    // Fastify passes `http` to plain HTTP only.
    ...(tls !== null && { https: { ...tls, ...timeouts.http, handshakeTimeout: HANDSHAKE_TIMEOUT_MS } }),
    trustProxy: trustedProxies.length > 0 && ((address = '') => isTrusted(address, trustedProxies)),
    // API-1: paths are case-insensitive.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as never),
  }) as unknown as FastifyInstance;
  app.setErrorHandler(answerError);
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Sign-out has an empty body, and some clients send its content type anyway.
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
  return app;
}

function followCertificate(app: FastifyInstance, tls: TlsFiles, log: Log): void {
  if (!(app.server instanceof TlsServer)) return;
  const following = followTlsFiles(app.server, tls, { use: 'https', log });
  app.addHook('onClose', async () => following[Symbol.dispose]());
}

async function protect(app: FastifyInstance, { corsOrigins, site }: ApiDependencies): Promise<void> {
  const headers = securityHeaders(site.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...corsOrigins],
      allowedHeaders: ['authorization', 'content-type', wearerHeader],
      maxAge: 600,
    });
  }
  await app.register(multipart);
}

/**
 * Logs once that a peer that is not a trusted proxy sends forwarded addresses: behind a proxy that is not configured,
 * all clients count as one.
 */
function warnOfForwarding(app: FastifyInstance, { log }: Pick<ApiDependencies, 'log'>): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify reads the header only from a trusted peer: then there is more than the peer's own address.
    if (!warned && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2) {
      warned = true;
      log.warn({
        event: 'forwarded-headers-ignored',
        text: 'A peer that is not trusted sends X-Forwarded-For. If it is your proxy, add its address to TRUSTED_PROXIES',
      });
    }
    done();
  });
}

/** Requests without a route: a page of the web app, a call with another method, or nothing. */
function serveRest(app: FastifyInstance, web: WebApp | null, methodsAt: MethodsAt): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (await web?.answers(request, reply)) return reply;
    const methods = methodsAt(request.url.split('?', 1)[0] ?? '');
    if (methods.length === 0) throw new ProblemError('not-found');
    reply.header('allow', methods.join(', '));
    throw new ProblemError('method-not-allowed');
  });
}

async function close(app: FastifyInstance, streams: readonly AsyncDisposable[]): Promise<void> {
  for (const one of streams) await one[Symbol.asyncDispose]();
  await app.close();
}
