import { expect, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { serverBehindProxy } from '../support/database-proxy.ts';
import { STOPS_WITHIN_MS } from '../support/real-process.ts';

test.skipIf(!(await postgresAnswers()))(
  '[OPS-2] a PostgreSQL that stops answering is noticed: its connections are replaced, and stopping is not delayed',
  async () => {
    await using parts = new AsyncDisposableStack();
    const { proxy, server, ask, until, said } = await serverBehindProxy(parts);
    await Promise.all(Array.from({ length: 20 }, ask));
    const before = proxy.opened();
    proxy.freeze();
    await until(503);
    await until(200);
    expect((await ask()).status).toBe(200);
    // The connections of the pool, and the one that listens.
    await expect.poll(() => proxy.opened() - before).toBeGreaterThanOrEqual(2);
    expect(said('problem')).toHaveLength(1);
    proxy.freeze();
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPS_WITHIN_MS);
  },
);
