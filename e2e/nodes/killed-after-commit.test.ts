import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectTo, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { freshDatabase, postgresAnswers } from '../browser/support/database.ts';
import { alarmSite } from '../support/alarm-site.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { realProcess } from '../support/real-process.ts';
import { eventLamp } from '../support/sse-lamp.ts';
import { KEYS } from '../support/two-nodes.ts';

test.runIf(await postgresAnswers())(
  '[OPS-2] a reading that a node has stored in its last moment is on the lamps of the other node within seconds',
  async () => {
    const left = new AsyncDisposableStack();
    onTestFinished(() => left.disposeAsync());
    const database = await freshDatabase('postgres');
    left.defer(database.drop);
    const address = database.environment.DATABASE_URL ?? '';
    const client = new pg.Client(address);
    await client.connect();
    left.defer(() => client.end());
    const openNode = async () => {
      const proxy = left.use(await databaseProxy(address));
      return { proxy, node: left.use(await realProcess({ DATABASE_URL: proxy.url, SECRET_KEYS: KEYS })) };
    };
    const first = await openNode();
    // Any node may send an email, and each keeps its own: only one runs yet.
    const ada = await wearerOf(first.node.url);
    const nodes = [first, await openNode()];
    const site = left.use(await alarmSite());
    // The next one is expected at once.
    await site.measures(112, 290);
    await connectTo(first.node.url, ada, site.login);
    const { rows } = await client.query('select code from wearers');
    const code = String(rows[0].code);
    const shown = nodes.map(({ node: { url } }, index) => {
      const values: number[] = [];
      const glowed = (message: string) => values.push(JSON.parse(message).value);
      const lamp = eventLamp({ url, code, id: `lamp-${index}`, glowed });
      left.defer(lamp.close);
      return values;
    });
    await vi.waitFor(() => expect(shown.map((values) => values.at(-1))).toEqual([112, 112]));

    let last: number | null = null;
    for (const [index, { proxy }] of nodes.entries())
      proxy.freezeAfter(['insert into "readings"', 'commit'], () => {
        last = index;
      });
    await site.measures(58);
    const stored = async () => (await client.query('select from readings where mgdl = 58')).rowCount;
    await vi.waitFor(async () => expect(await stored()).toBe(1));
    expect(last).not.toBeNull();
    await nodes[last ?? 0]?.node.kill();
    await vi.waitFor(() => expect(shown[1 - (last ?? 0)]?.at(-1)).toBe(58), { timeout: 10_000 });
  },
);
