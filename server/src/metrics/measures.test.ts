import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { pollingNode } from '../../test/polling/polling.ts';
import { fakeVendor, NOON, readingAt, SECRET } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { measureDevices } from './devices.ts';
import { measureInstallation } from './installation.ts';
import { pollCountersIn } from './measures.ts';
import { openMetrics } from './metrics.ts';
import { measureStorage, queryTimer } from './node.ts';

/** The metrics of all connections, at the time of the clock. `lines`: those of one name, without it. */
function metricsOf(store: Store, clock: { now: number }) {
  const metrics = openMetrics();
  const sources = { nightScout: { visibleAfterMs: 0 }, dexcomApi: { visibleAfterMs: 3 * HOUR } };
  measureInstallation(metrics, { store, now: () => clock.now, sources });
  const lines = async (name: string) => {
    const text = await metrics.registry.metrics();
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .map((line) => line.slice(name.length).trim())
      .sort();
  };
  return { metrics, lines };
}

describe('the metrics of a node', () => {
  eachEngine((open) => {
    test('[OPS-3] are polls by source and outcome, new readings and the age of the newest, and nothing about a person', async () => {
      const store = await open();
      const clock = { now: NOON };
      const { metrics } = metricsOf(store, clock);
      const { vendor, source } = fakeVendor(clock, { historyMs: DAY });
      const { polling } = pollingNode(store, clock, source, { pollCounters: pollCountersIn(metrics) });
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
      expect(text).toContain('tealight_poll_seconds_count{source="nightScout"} 3');
      expect(text).toMatch(/tealight_newest_reading_age_seconds_bucket\{le="300",source="nightScout"\} 1/);
      expect(text).toMatch(/tealight_newest_reading_age_seconds_bucket\{le="120",source="nightScout"\} 0/);
      expect(text).toContain('tealight_connection_errors{source="nightScout",code="too-many-calls"} 1');
      // Metrics of the process may contain any digits; these metrics must not contain the reading.
      const counted = text.split('\n').filter((line) => /^tealight_(polls|readings|newest)/.test(line));
      expect(counted.join('\n')).not.toMatch(/\b217\b/);
      const labels = text.split('\n').filter((line) => !line.startsWith('#'));
      expect(labels.join('\n')).not.toMatch(/wearer=|@/);
    });

    test('[OPS-3] are connections by their current state and error code, read from the database once in 15 seconds', async () => {
      const store = await open();
      const clock = { now: NOON };
      const { lines } = metricsOf(store, clock);
      const setState = async (state: 'fine' | 'error' | 'off', wearerId: number) =>
        store.connections.save(
          connected(wearerId, { state, errorCode: state === 'fine' ? null : 'unreachable' }),
          1,
        );
      const [ada, ben, cleo] = [await newWearer(store), await newWearer(store), await newWearer(store)];
      await setState('fine', ada);
      await setState('error', ben);
      await setState('off', cleo);
      const now = ['{state="error"} 1', '{state="fine"} 1', '{state="off"} 1'];
      await expect.poll(() => lines('tealight_connections')).toEqual(now);
      await expect
        .poll(() => lines('tealight_connection_errors'))
        .toEqual(['{source="nightScout",code="unreachable"} 1']);
      await setState('fine', ben);
      await expect.poll(() => lines('tealight_connections')).toEqual(now);
      clock.now += 15 * SECOND;
      await expect.poll(() => lines('tealight_connections')).toEqual(['{state="fine"} 2', '{state="off"} 1']);
      await expect.poll(() => lines('tealight_connection_errors')).toEqual([]);
    });

    test('[OPS-3] are connected wearers by source and by the age of their newest reading, cumulative as in a histogram', async () => {
      const store = await open();
      const { lines } = metricsOf(store, { now: NOON });
      const save = async (ageMs: number | null, more: Parameters<typeof connected>[1] = {}) =>
        store.connections.save(
          connected(await newWearer(store), {
            state: 'fine',
            lastReadingAt: ageMs === null ? null : NOON - ageMs,
            ...more,
          }),
          1,
        );
      await save(4 * MINUTE);
      await save(8 * MINUTE, { state: 'error', errorCode: 'unreachable' });
      await save(40 * MINUTE);
      await save(null);
      await save(MINUTE, { state: 'off' });
      await save(3 * HOUR, { source: 'dexcomApi' });
      const counted = await lines('tealight_wearers_by_reading_age_seconds');
      const of = (source: string) =>
        Object.fromEntries(
          counted.flatMap((line) => {
            const [, name, le = '', count] = /source="(\w+)",le="([^"]+)"\} (\d+)/.exec(line) ?? [];
            return name === source ? [[le, Number(count)]] : [];
          }),
        );
      expect(of('nightScout')).toMatchObject({ 360: 1, 660: 2, 900: 2, 1800: 2, 3600: 3, '+Inf': 4 });
      expect(of('dexcomApi')).toMatchObject({ 3600: 0, 10800: 1, '+Inf': 1 });
      await expect
        .poll(() => lines('tealight_source_delay_seconds'))
        .toEqual(['{source="dexcomApi"} 10800', '{source="nightScout"} 0']);
    });

    test('[OPS-3] say how long the oldest poll, email and message have waited, and 0 when nothing waits', async () => {
      const store = await open();
      const clock = { now: NOON };
      const { lines } = metricsOf(store, clock);
      await expect.poll(() => lines('tealight_outbox_oldest_seconds')).toEqual(['0']);
      await expect.poll(() => lines('tealight_alarm_messages_oldest_seconds')).toEqual(['0']);
      await expect
        .poll(() => lines('tealight_poll_overdue_seconds'))
        .toEqual(['{source="dexcomApi"} 0', '{source="nightScout"} 0']);
      for (const ago of [2, 3]) {
        await store.connections.save(connected(await newWearer(store), { nextAt: NOON - ago * MINUTE }), 1);
        const mail = { recipient: 'ada@example.org', subject: 'Hello', text: '', html: '' };
        await store.outbox.put(mail, NOON - (6 - ago) * MINUTE);
      }
      clock.now += 30 * SECOND;
      await expect.poll(() => lines('tealight_poll_overdue_seconds')).toContain('{source="nightScout"} 210');
      await expect.poll(() => lines('tealight_outbox_emails')).toEqual(['2']);
      await expect.poll(() => lines('tealight_outbox_oldest_seconds')).toEqual(['270']);
    });

    test('[OPS-3] are the connections to the database server and the durations of queries', async () => {
      const store = await open();
      const metrics = openMetrics();
      measureStorage(metrics, { pool: store.pool, dataDir: '.' });
      await store.clock.read();
      const text = await metrics.registry.metrics();
      const pool = text.match(/^tealight_database_connections\{state="idle"\} \d+$/m);
      expect(pool === null).toBe(store.pool() === null);
      expect(text).toMatch(/^tealight_data_disk_free_bytes [1-9]/m);
      expect(text).toMatch(/^tealight_data_disk_size_bytes [1-9]/m);
    });
  });

  test('[OPS-3] are queries by duration and outcome', async () => {
    const metrics = openMetrics();
    const timed = queryTimer(metrics);
    timed(0.5, 'ok');
    timed(700, 'failed');
    const text = await metrics.registry.metrics();
    expect(text).toContain('tealight_store_query_seconds_bucket{le="0.001",outcome="ok"} 1');
    expect(text).toContain('tealight_store_query_seconds_bucket{le="0.5",outcome="failed"} 0');
    expect(text).toContain('tealight_store_query_seconds_bucket{le="2",outcome="failed"} 1');
  });

  test('[OPS-3] count devices by known kinds: a device that names itself at random adds no label', async () => {
    const metrics = openMetrics();
    const kinds = ['lamp', 'lamp', ...Array.from({ length: 50 }, (_, index) => `made-up-${index}`)];
    measureDevices(metrics, { connectedKinds: () => kinds, mqttCounts: null, brokerState: null });
    const text = await metrics.registry.metrics();
    expect(text).toContain('tealight_devices{kind="lamp"} 2');
    expect(text).toContain('tealight_devices{kind="other"} 50');
    expect(text).not.toContain('made-up');
    // Without a broker there is no value, and no 0 that would cause an alert.
    expect(text).not.toMatch(/^tealight_(?:mqtt|broker)/m);
  });

  test('[OPS-3] are served without the values of a database that does not answer', async () => {
    const metrics = openMetrics();
    const silence: Promise<number> = sleep(60_000, 1, { ref: false });
    metrics.measure({ name: 'silent', help: 'Never answers.', read: () => silence });
    metrics.measure({
      name: 'failing',
      help: 'Fails.',
      read: async (): Promise<number> => Promise.reject(new Error('down')),
    });
    metrics.measure({ name: 'working', help: 'Answers.', read: () => 7 });
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^working 7$/m);
    expect(text).not.toMatch(/^(?:silent|failing) /m);
  });
});
