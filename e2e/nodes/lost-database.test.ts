import { setTimeout as sleep } from 'node:timers/promises';
import { cgmConnection } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { realProcess } from '../support/real-process.ts';

const answers = await postgresAnswers();
if (!answers) process.stderr.write('A lost database is not examined: no PostgreSQL answers.\n');

/** A server on PostgreSQL with a connection that the test can break, and a wearer. */
async function world(parts: AsyncDisposableStack) {
  const database = await freshDatabase('postgres');
  parts.defer(() => database.drop());
  const proxy = parts.use(await databaseProxy(database.environment.DATABASE_URL ?? ''));
  const server = parts.use(await realProcess({ DATABASE_URL: proxy.url }));
  const { token } = await wearerOf(server.url);
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => fetch(server.url + cgmConnection.path, { headers });
  const ready = async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    const { missing } = (await answer.json()) as { missing: string[] };
    return { status: answer.status, missing };
  };
  /** Waits until the readiness check gives this answer. */
  const until = async (status: number) => {
    for (let state = await ready(); ; state = await ready()) {
      if (state.status === status) return state;
      await sleep(100);
    }
  };
  const said = (event: string) =>
    server
      .said()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`));
  return { proxy, server, ask, ready, until, said };
}

describe.skipIf(!answers)('[OPS-2] a PostgreSQL that is lost', () => {
  test('crashes no process under load, is logged once, and is reconnected', async () => {
    await using parts = new AsyncDisposableStack();
    const { proxy, server, ask, until, said } = await world(parts);
    let isLoaded = true;
    parts.defer(() => {
      isLoaded = false;
    });
    const statuses = new Set<number>();
    const load = Array.from({ length: 20 }, async () => {
      while (isLoaded) {
        const answer = await ask();
        statuses.add(answer.status);
        await answer.arrayBuffer();
        if (answer.status !== 200) await sleep(50);
      }
    });
    for (let times = 0; times < 3; times += 1) {
      await sleep(300);
      proxy.cut();
      expect((await until(503)).missing).toEqual(['store']);
      const refused = await ask();
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect(await refused.json()).toMatchObject({ type: 'urn:tealight:problem:unavailable' });
      proxy.heal();
      await until(200);
      expect((await ask()).status).toBe(200);
    }
    isLoaded = false;
    await Promise.all(load);
    expect([...statuses].sort()).toEqual([200, 503]);
    expect([said('problem').length, said('problem-over').length]).toEqual([3, 3]);
    expect(said('our-fault')).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  test('that stops answering is noticed: its connections are replaced, and stopping is not delayed', async () => {
    await using parts = new AsyncDisposableStack();
    const { proxy, server, ask, until, said } = await world(parts);
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
    expect(performance.now() - began).toBeLessThan(8000);
  });
});
