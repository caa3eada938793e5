import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { pollingNode } from '../../test/polling.ts';
import { fakeVendor, NOON, readingAt, SECRET } from '../../test/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { DAY, MINUTE } from '../shared/time-units.ts';
import { measuresOf } from './measures.ts';

describe('the metrics of a node', () => {
  eachEngine((open) => {
    test('[OPS-3] are polls by source and outcome, new readings and the age of the newest, and nothing about a person', async () => {
      const store = await open();
      const { metrics, pollCounters } = measuresOf(store);
      const clock = { now: NOON };
      const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
      const { polling } = pollingNode(store, clock, source, { pollCounters });
      const wearerId = await newWearer(store);
      vendor.readings = [3, 2, 1].map((ago) => readingAt(NOON - ago * 5 * MINUTE, 217));
      await polling.connect(wearerId, 'nightScout', { password: SECRET });
      await polling.runDuePolls();
      for (const scenario of [null, 'too-many-calls'] as const) {
        vendor.readError = scenario;
        clock.now = (await store.connections.find(wearerId))?.nextAt ?? 0;
        await polling.runDuePolls();
      }
      const text = await metrics.registry.metrics();
      for (const outcome of ['readings', 'nothing', 'too-many-calls']) {
        expect(text).toContain(`tealight_polls_total{source="nightScout",outcome="${outcome}"} 1`);
      }
      expect(text).toContain('tealight_readings_stored_total{source="nightScout"} 3');
      expect(text).toMatch(/tealight_newest_reading_age_seconds_bucket\{le="300",source="nightScout"\} 1/);
      expect(text).toMatch(/tealight_newest_reading_age_seconds_bucket\{le="120",source="nightScout"\} 0/);
      // Metrics of the process may contain any digits; these metrics must not contain the reading.
      const counted = text.split('\n').filter((line) => /^tealight_(polls|readings|newest)/.test(line));
      expect(counted.join('\n')).not.toMatch(/\b217\b/);
      expect(text).not.toMatch(/wearer|@/);
    });

    test('[OPS-3] are connections by their current state', async () => {
      const store = await open();
      const { metrics } = measuresOf(store);
      const setState = async (state: 'fine' | 'error', wearerId: number) =>
        store.connections.save(connected(wearerId, { state }), 1);
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      await setState('fine', ada);
      await setState('error', ben);
      const text = async () =>
        (await metrics.registry.metrics()).match(/^tealight_connections\{.*$/gm)?.sort();
      expect(await text()).toEqual([
        'tealight_connections{state="error"} 1',
        'tealight_connections{state="fine"} 1',
      ]);
      await setState('fine', ben);
      expect(await text()).toEqual(['tealight_connections{state="fine"} 2']);
    });
  });
});
