import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { SECOND } from '../times.ts';

/** A number that is asked for when somebody looks; with `by`, one for each of that label's words. */
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

/** Prometheus metrics of this node: of the process, of the calls, and what other parts count. */
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
        if (!('by' in measure)) return this.set(await measure.read());
        this.reset();
        for (const [word, count] of Object.entries(await measure.read()))
          this.set({ [measure.by]: word }, count);
      };
      new Gauge({ name, help, labelNames, registers, collect });
    },
  };
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
