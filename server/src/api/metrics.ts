import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND } from '../times.ts';

/** A number that is asked for when somebody looks. */
export type Measure = { name: string; help: string; read: () => number | Promise<number> };

export type Metrics = { registry: Registry; counter(name: string, help: string): Counter };

/** Prometheus metrics of this node: of the process, of the calls, and what other parts count. */
export function openMetrics(measures: readonly Measure[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name, help, read } of measures) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }
  return { registry, counter: (name, help) => new Counter({ name, help, registers: [registry] }) };
}

/** Measures every answer, and shows everything at `/metrics`. Routes are told by their pattern, never by an address. */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics): void {
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
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}
