import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ProblemError } from '../http/problem-error.ts';
import { PortTaken } from '../process/free-port.ts';
import { isSameSecret } from '../shared/same-secret.ts';
import { SECOND } from '../shared/time-units.ts';

/** Connections to the metrics' own port; a monitoring system needs one or two. */
const MOST_READERS = 20;

/** A gauge that is read when metrics are requested; with `by`, one value for each value of that label. */
export type Measure = { name: string; help: string } & (
  | { read: () => number | Promise<number> }
  | { by: string; read: () => Promise<Readonly<Record<string, number>>> }
);

type Named<Label extends string> = { name: string; help: string; labels: readonly Label[] };

export type Metrics = {
  registry: Registry;
  counter<Label extends string>(about: Named<Label>): Counter<Label>;
  histogram<Label extends string>(about: Named<Label> & { buckets: number[] }): Histogram<Label>;
  measure(measure: Measure): void;
};

/** Prometheus metrics of this node: the process, the calls, and the measures of other parts. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    counter: ({ labels: labelNames, ...about }) => new Counter({ ...about, labelNames, registers }),
    histogram: ({ labels: labelNames, ...about }) => new Histogram({ ...about, labelNames, registers }),
    measure({ name, help, ...measure }) {
      const labelNames = 'by' in measure ? [measure.by] : [];
      const collect = async function (this: Gauge<string>) {
        this.reset();
        // Without the database some values are unknown. The others are still served.
        if (!('by' in measure)) {
          const value = await settled(measure.read);
          return value === null ? this.remove() : this.set(value);
        }
        for (const [value, count] of Object.entries((await settled(measure.read)) ?? {}))
          this.set({ [measure.by]: value }, count);
      };
      new Gauge({ name, help, labelNames, registers, collect });
    },
  };
}

const settled = async <T>(read: () => T | Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch {
    return null;
  }
};

/** Access to the metrics, which are never public. */
export type MetricsAccess = {
  /** On the app's port without a token. */
  open: boolean;
  /** On the app's port with this bearer token; null: there is none. */
  token: string | null;
};

/** Measures every response by route pattern, never by address; `/metrics` serves all metrics to authorized clients. */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics, access: MetricsAccess): void {
  const answers = new Histogram({
    name: 'tealight_http_seconds',
    help: 'Time to answer, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    answers.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / SECOND);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(access, request.headers.authorization)) throw new ProblemError('not-found');
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}

const mayRead = ({ open, token }: MetricsAccess, authorization: string | undefined): boolean =>
  open || (token !== null && isSameSecret(authorization, `Bearer ${token}`));

/**
 * Metrics on a separate port, for a monitoring system in the operator's network.
 * Throws `PortTaken`.
 */
export async function listenForMetrics(
  { registry }: Metrics,
  at: { host: string; port: number },
  token: string | null,
): Promise<AsyncDisposable & { port: number }> {
  const server = createServer({ requestTimeout: 10 * SECOND }, async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const allowed = token === null || isSameSecret(request.headers.authorization, `Bearer ${token}`);
    if (path !== '/metrics' || !allowed) return response.writeHead(allowed ? 404 : 401).end();
    const text = await registry.metrics().catch(() => null);
    response.writeHead(text === null ? 503 : 200, { 'content-type': registry.contentType }).end(text ?? '');
  });
  server.maxConnections = MOST_READERS;
  await once(server.listen(at), 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new PortTaken(
      `METRICS_PORT ${at.port} on METRICS_HOST cannot be used (${error.code}). Choose another`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
