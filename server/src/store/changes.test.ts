import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { eachEngine } from '../../test/engines.ts';
import type { Changes } from './changes.ts';

/** What has been heard so far, as `wearer change`. */
function hear(changes: Changes): string[] {
  const heard: string[] = [];
  changes.listen((wearerId, change) => heard.push(`${wearerId} ${change}`));
  return heard;
}

describe('changes', () => {
  eachEngine((open, newPlace, engine) => {
    test('whoever listens is told at once, once', async () => {
      const { changes } = await open();
      const heard = hear(changes);
      changes.tell(7, 'readings');
      changes.tell(7, 'range');
      expect(heard).toEqual(['7 readings', '7 range']);
    });

    test('who has stopped listening is left alone', async () => {
      const { changes } = await open();
      const heard: number[] = [];
      const stop = changes.listen((wearerId) => heard.push(wearerId));
      stop();
      changes.tell(7, 'readings');
      expect(heard).toEqual([]);
    });

    test.runIf(engine === 'PostgreSQL')('[OPS-2] every node hears of it, the telling one once', async () => {
      const place = await newPlace();
      const [here, there] = [await open(place), await open(place)];
      const [heardHere, heardThere] = [hear(here.changes), hear(there.changes)];
      const told = Array.from({ length: 500 }, (_, id) => `${id} readings`);
      for (let id = 0; id < 500; id += 1) here.changes.tell(id, 'readings');
      await vi.waitFor(() => expect(heardThere).toEqual(told));
      expect(heardHere).toEqual(told);
    });

    test.runIf(engine === 'PostgreSQL')('[OPS-2] a node whose connection was cut listens again', async () => {
      const place = await newPlace();
      const [here, there] = [await open(place), await open(place)];
      const heard = hear(there.changes);
      const missed = vi.fn();
      there.changes.onMissed(missed);
      await cutListeners(place.url ?? '', place.schema ?? '');
      await vi.waitFor(() => expect(missed).toHaveBeenCalled(), 5000);
      here.changes.tell(7, 'readings');
      await vi.waitFor(() => expect(heard).toEqual(['7 readings']));
    });
  });
});

async function cutListeners(url: string, schema: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where query = $1', [
    `listen "tealight_${schema}"`,
  ]);
  await client.end();
}
