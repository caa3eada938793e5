import { expect, test, vi } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { realProcess } from '../support/real-process.ts';

const answers = await postgresAnswers();
if (!answers) process.stderr.write('A database that starts later is not examined: no PostgreSQL answers.\n');

test.skipIf(!answers)(
  '[OPS-2] a node that is started before its database, as after a power cut, works as soon as the database does',
  async () => {
    await using parts = new AsyncDisposableStack();
    const database = await freshDatabase('postgres');
    parts.defer(() => database.drop());
    const proxy = parts.use(await databaseProxy(database.environment.DATABASE_URL ?? ''));
    proxy.cut();
    const starting = realProcess({ DATABASE_URL: proxy.url, SECRET_KEYS: 'k'.repeat(32) });
    await vi.waitFor(() => expect(proxy.refused()).toBeGreaterThan(1));
    proxy.heal();
    const server = parts.use(await starting);
    await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200);
    await wearerOf(server.url);
    const sentences = server.said().match(/.*cannot be used.*/g) ?? [];
    expect(sentences.length).toBeGreaterThan(0);
    // Each once, however often it was tried.
    expect(new Set(sentences).size).toBe(sentences.length);
  },
);
