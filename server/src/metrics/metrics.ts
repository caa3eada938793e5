import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ProblemError } from '../http/problem-error.ts';
import { isMissingHost, missingHost, PortTaken } from '../process/free-port.ts';
import { SECOND } from '../shared/time-units.ts';
import { isSameSecret } from '../shared/token.ts';

/** Connections to the metrics' own port; a monitoring system needs one or two. */
const MAX_CONCURRENT_READERS = 20;

/** How long a measure may take: a system that scrapes waits 10 s, and gets the others without it. Own choice. */
const READ_WITHIN_MS = 2 * SECOND;

/** A value with its labels. */
export type Sample = { labels: Readonly<Record<string, string>>; value: number };

/**
 * A gauge that is read when metrics are requested. With `by`, one value for each value of that label; with `labels`,
 * one for each combination. Null, or a read that fails: there is no value now.
 */
export type Measure = { name: string; help: string } & (
  | { read: () => number | null | Promise<number | null> }
  | { by: string; read: () => Promise<Readonly<Record<string, number>>> }
  | { labels: readonly string[]; read: () => Promise<readonly Sample[]> }
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
      const labelNames = labelsOf(measure);
      const collect = async function (this: Gauge<string>) {
        const samples = await samplesOf(measure);
        this.reset();
        // A gauge without labels starts as 0.
        if (samples.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of samples) this.set({ ...labels }, value);
      };
      new Gauge({ name, help, labelNames, registers, collect });
    },
  };
}

type Read<M = Measure> = M extends Measure ? Omit<M, 'name' | 'help'> : never;

const labelsOf = (measure: Read): readonly string[] => {
  if ('labels' in measure) return measure.labels;
  return 'by' in measure ? [measure.by] : [];
};

/** Without the database some values are unknown. The others are still served. */
async function samplesOf(measure: Read): Promise<readonly Sample[]> {
  const timeout = new AbortController();
  const late = sleep(READ_WITHIN_MS, null, { signal: timeout.signal }).catch(() => null);
  const read = (async () => measure.read())().catch(() => null);
  const result = await Promise.race([read, late]).finally(() => timeout.abort());
  if (result === null) return [];
  if (typeof result === 'number') return [{ labels: {}, value: result }];
  if (Array.isArray(result)) return result as readonly Sample[];
  const by = 'by' in measure ? measure.by : '';
  return Object.entries(result as Readonly<Record<string, number>>).map(([name, value]) => ({
    labels: { [by]: name },
    value,
  }));
}

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
 * Throws `PortTaken`, and a temporary `StartError` for a host that this machine does not have.
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
  server.maxConnections = MAX_CONCURRENT_READERS;
  await once(server.listen(at), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (isMissingHost(error)) throw missingHost('METRICS_HOST');
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
