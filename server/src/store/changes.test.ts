import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import type { Changes } from './changes.ts';

/** The changes received so far, as `wearer change`. */
function receive(changes: Changes): string[] {
  const received: string[] = [];
  changes.subscribe((wearerId, change) => received.push(`${wearerId} ${change}`));
  return received;
}

describe('changes', () => {
  eachEngine((open, newLocation, engine) => {
    test('a subscriber gets each change once, at once', async () => {
      const { changes } = await open();
      const received = receive(changes);
      changes.publish(7, 'readings');
      changes.publish(7, 'range');
      expect(received).toEqual(['7 readings', '7 range']);
    });

    test('a subscriber gets nothing after it has unsubscribed', async () => {
      const { changes } = await open();
      const received: number[] = [];
      const unsubscribe = changes.subscribe((wearerId) => received.push(wearerId));
      unsubscribe();
      changes.publish(7, 'readings');
      expect(received).toEqual([]);
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] every node gets a change, also the publishing one once',
      async () => {
        const location = await newLocation('migrated');
        const [here, there] = [await open(location), await open(location)];
        const [receivedHere, receivedThere] = [receive(here.changes), receive(there.changes)];
        const published = Array.from({ length: 500 }, (_, id) => `${id} readings`);
        for (let id = 0; id < 500; id += 1) here.changes.publish(id, 'readings');
        await vi.waitFor(() => expect(receivedThere).toEqual(published));
        expect(receivedHere).toEqual(published);
      },
    );

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] an installation whose address names a schema gets the changes of its own nodes, and none of another in the same database',
      async () => {
        const bySearchPath = async () => {
          const location = await newLocation('migrated');
          await open(location);
          const { url, schema, ...rest } = location;
          const address = new URL(url ?? '');
          address.searchParams.set('options', `-c search_path=${schema}`);
          return { ...rest, url: address.href };
        };
        const [own, another] = [await bySearchPath(), await bySearchPath()];
        const stores = await Promise.all([own, own, another].map((location) => open(location)));
        const [here, there, elsewhere] = stores.map(({ changes }) => ({ changes, got: receive(changes) }));
        elsewhere?.changes.publish(1, 'range');
        here?.changes.publish(2, 'readings');
        await vi.waitFor(() => expect(there?.got).toEqual(['2 readings']));
        here?.changes.publish(3, 'range');
        await vi.waitFor(() => expect(there?.got).toEqual(['2 readings', '3 range']));
        expect(elsewhere?.got).toEqual(['1 range']);
      },
    );

    test('[OPS-2] a change of a transaction reaches this node only once it is published after the commit', async () => {
      const store = await open();
      const received = receive(store.changes);
      const publish = await store.transaction((inside) => inside.publishWith([7, 8], 'readings'));
      expect(received).toEqual([]);
      publish();
      expect(received).toEqual(['7 readings', '8 readings']);
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] the other nodes get the changes of a transaction with its commit, and none of one that fails',
      async () => {
        const location = await newLocation('migrated');
        const [here, there] = [await open(location), await open(location)];
        const received = receive(there.changes);
        const ids = Array.from({ length: 500 }, (_, id) => id);
        const failed = here.transaction(async (inside) => {
          await inside.publishWith([1000], 'readings');
          throw new Error('not stored');
        });
        await expect(failed).rejects.toThrow('not stored');
        // A node that dies now calls nothing any more.
        await here.transaction((inside) => inside.publishWith(ids, 'readings'));
        await vi.waitFor(() => expect(received).toEqual(ids.map((id) => `${id} readings`)));
      },
    );

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] a node listens again after its connection was lost',
      async () => {
        const location = await newLocation('migrated');
        const [here, there] = [await open(location), await open(location)];
        const received = receive(there.changes);
        const missed = vi.fn();
        there.changes.onMissed(missed);
        await endListeners(location.url ?? '', location.schema ?? '');
        await vi.waitFor(() => expect(missed).toHaveBeenCalled());
        here.changes.publish(7, 'readings');
        await vi.waitFor(() => expect(received).toEqual(['7 readings']));
      },
    );
  });
});

async function endListeners(url: string, schema: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where query = $1', [
    `listen "tealight_${schema}"`,
  ]);
  await client.end();
}
