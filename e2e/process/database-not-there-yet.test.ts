import { expect, test, vi } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts';
import { realProcess } from '../support/real-process.ts';

const answers = await postgresAnswers();
if (!answers) process.stderr.write('A database that starts later is not examined: no PostgreSQL answers.\n');

/** A node behind a connection to the database that is `broken`, until the proxy has refused it several times. */
async function startedLate(parts: AsyncDisposableStack, broken: (proxy: DatabaseProxy) => void) {
  const database = await freshDatabase('postgres');
  parts.defer(() => database.drop());
  const proxy = parts.use(await databaseProxy(database.environment.DATABASE_URL ?? ''));
  broken(proxy);
  const starting = realProcess({ DATABASE_URL: proxy.url, SECRET_KEYS: 'k'.repeat(32) });
  await Promise.race([starting, vi.waitFor(() => expect(proxy.refused()).toBeGreaterThan(1))]);
  proxy.heal();
  const server = parts.use(await starting);
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200);
  await wearerOf(server.url);
  return server;
}

test.skipIf(!answers)(
  '[OPS-2] a node that is started before its database, as after a power cut, works as soon as the database does',
  async () => {
    await using parts = new AsyncDisposableStack();
    const server = await startedLate(parts, (proxy) => proxy.cut());
    const sentences = server.said().match(/.*cannot be used.*/g) ?? [];
    expect(sentences.length).toBeGreaterThan(0);
    // Each once, however often it was tried.
    expect(new Set(sentences).size).toBe(sentences.length);
  },
);

test.skipIf(!answers)(
  '[OPS-2] a node whose database has no connection left for what other nodes report works as soon as there is one',
  async () => {
    await using parts = new AsyncDisposableStack();
    // The one for queries gets it.
    await startedLate(parts, (proxy) => proxy.limit(1));
  },
);
