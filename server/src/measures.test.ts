import { describe, expect, test } from 'vitest';
import { connected } from '../test/connections.ts';
import { eachEngine } from '../test/engines.ts';
import { pollingNode } from '../test/polling.ts';
import { fakeVendor, NOON, readingAt, SECRET } from '../test/vendor.ts';
import { newWearer } from '../test/wearers.ts';
import { measuresOf } from './measures.ts';
import { DAY, MINUTE } from './times.ts';

describe('what a node counts', () => {
  eachEngine((open) => {
    test('[OPS-3] polls by source and outcome, new readings and how old the newest was, and nothing of a person', async () => {
      const store = await open();
      const { metrics, tally } = measuresOf(store);
      const clock = { now: NOON };
      const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
      const { polling } = pollingNode(store, clock, source, { tally });
      const wearerId = await newWearer(store);
      vendor.readings = [3, 2, 1].map((ago) => readingAt(NOON - ago * 5 * MINUTE, 217));
      await polling.connect(wearerId, 'nightScout', { password: SECRET });
      await polling.turn();
      for (const mood of [null, 'too-many-calls'] as const) {
        vendor.mood = mood;
        clock.now = (await store.connections.find(wearerId))?.nextAt ?? 0;
        await polling.turn();
      }
      const told = await metrics.registry.metrics();
      for (const outcome of ['readings', 'nothing', 'too-many-calls']) {
        expect(told).toContain(`tealight_polls_total{source="nightScout",outcome="${outcome}"} 1`);
      }
      expect(told).toContain('tealight_readings_stored_total{source="nightScout"} 3');
      expect(told).toMatch(/tealight_newest_reading_age_seconds_bucket\{le="300",source="nightScout"\} 1/);
      expect(told).toMatch(/tealight_newest_reading_age_seconds_bucket\{le="120",source="nightScout"\} 0/);
      // The process's own numbers may contain any digits; what is counted here must not contain the reading.
      const counted = told.split('\n').filter((line) => /^tealight_(polls|readings|newest)/.test(line));
      expect(counted.join('\n')).not.toMatch(/\b217\b/);
      expect(told).not.toMatch(/wearer|@/);
    });

    test('[OPS-3] connections by how they stand, now', async () => {
      const store = await open();
      const { metrics } = measuresOf(store);
      const standing = async (state: 'fine' | 'trouble', wearerId: number) =>
        store.connections.save(connected(wearerId, { state }), 1);
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await standing('fine', ada);
      await standing('trouble', ben);
      const told = async () =>
        (await metrics.registry.metrics()).match(/^tealight_connections\{.*$/gm)?.sort();
      expect(await told()).toEqual([
        'tealight_connections{state="fine"} 1',
        'tealight_connections{state="trouble"} 1',
      ]);
      await standing('fine', ben);
      expect(await told()).toEqual(['tealight_connections{state="fine"} 2']);
    });
  });
});
