import type { FastifyInstance } from 'fastify';
import { SECOND } from '../shared/time-units.ts';

/** The source of readiness. */
export type Readiness = {
  /** Runs the checks. Returns the parts that have not responded within so many ms. */
  fresh(withinMs: number): Promise<readonly string[]>;
  /** The parts that have a problem because of which requests should go to another node. */
  missing(): readonly string[];
  /** The other parts that have a problem. */
  warnings(): readonly string[];
};

const ANSWER_WITHIN_MS = 2 * SECOND;

/** Many monitors send HEAD. */
const withHead = { exposeHeadRoute: true } as const;

/** `/health/live`: the process answers. `/health/ready`: 200, or 503 with the names of the parts that have a problem in `missing`. */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', withHead, () => ({ status: 'ok' }));
  app.get('/health/ready', withHead, async (_, reply) => {
    const silent = await readiness.fresh(ANSWER_WITHIN_MS);
    const missing = [...new Set([...readiness.missing(), ...silent])];
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: missing.length === 0 ? 'ok' : 'not-ready',
        missing,
        warnings: readiness.warnings(),
      });
  });
}
