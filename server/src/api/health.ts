import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND } from '../times.ts';

/** A part that readiness asks: resolves when it is well. */
export type Check = () => Promise<void>;

const ANSWER_WITHIN_MS = 2 * SECOND;

/** `/health/live`: the process answers. `/health/ready`: 200, or 503 with the names of what is missing. */
export function serveHealth(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await isWell(check)) ? [] : [name])),
    );
    const missing = results.flat();
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: missing.length === 0 ? 'ok' : 'not-ready', missing });
  });
}

async function isWell(check: Check): Promise<boolean> {
  const late = new AbortController();
  const well = check().then(
    () => true,
    () => false,
  );
  const tooLate = pause(ANSWER_WITHIN_MS, false, { signal: late.signal }).catch(() => false);
  const answer = await Promise.race([well, tooLate]);
  late.abort();
  return answer;
}
