import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { serverBehindProxy } from '../support/database-proxy.ts';

const answers = await postgresAnswers();
if (!answers) process.stderr.write('A lost database is not examined: no PostgreSQL answers.\n');

describe.skipIf(!answers)('[OPS-2] a PostgreSQL that is lost', () => {
  test('crashes no process under load, is logged once, and is reconnected', async () => {
    await using parts = new AsyncDisposableStack();
    const { proxy, server, ask, until, said } = await serverBehindProxy(parts);
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
});
