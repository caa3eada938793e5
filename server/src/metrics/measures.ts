import type { ConnectionLimit } from '../limits/connection-limit.ts';
import type { PollCounters } from '../polling/dependencies.ts';
import { SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { type Metrics, openMetrics } from './metrics.ts';

/** Ages of readings, in seconds: fresh ones to the second, stale ones (from 900) roughly. */
const AGES_S = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 14_400];

/** The metrics of this node other than calls. */
export function measuresOf(store: Pick<Store, 'outbox' | 'connections'>): {
  metrics: Metrics;
  pollCounters: PollCounters;
} {
  const metrics = openMetrics();
  metrics.measure({
    name: 'tealight_outbox_emails',
    help: 'Emails that wait to be sent.',
    read: () => store.outbox.waiting(),
  });
  metrics.measure({
    name: 'tealight_connections',
    help: 'Connections to sources by how they stand, of all nodes together.',
    by: 'state',
    read: () => store.connections.count(),
  });
  return { metrics, pollCounters: pollCountersIn(metrics) };
}

/** The open connections of devices and browsers, and how many were rejected. */
export function measureConnections(metrics: Metrics, limit: ConnectionLimit): void {
  metrics.measure({
    name: 'tealight_open_connections',
    help: 'Open connections of every protocol.',
    read: () => limit.open,
  });
  metrics.measure({
    name: 'tealight_refused_connections',
    help: 'Connections closed at the limit since the start: new ones, and idle ones for a new one.',
    by: 'kind',
    read: async () => ({ new: limit.rejected, idle: limit.evicted }),
  });
}

/** The clients of the built-in broker, if there is one. */
export function measureMqtt(
  metrics: Metrics,
  counts: Readonly<{ open: number; refused: number }> | null,
): void {
  if (counts === null) return;
  metrics.measure({
    name: 'tealight_mqtt_clients',
    help: 'Clients of the built-in broker, here and now.',
    read: () => counts.open,
  });
  metrics.measure({
    name: 'tealight_mqtt_clients_refused',
    help: 'Clients refused since the start because their wearer has too many.',
    read: () => counts.refused,
  });
}

/** What was decided about alarms. No value and no wearer is in it (ALM-43). */
export function alarmCounter(metrics: Metrics): (kind: string, reason: string) => void {
  const alarms = metrics.counter({
    name: 'tealight_alarms_total',
    help: 'Decisions about alarms: began, repeated, worse, text, ended.',
    labels: ['kind', 'reason'],
  });
  return (kind, reason) => alarms.inc({ kind, reason });
}

/** The poller's counts as metrics. */
function pollCountersIn(metrics: Metrics): PollCounters {
  const polls = metrics.counter({
    name: 'tealight_polls_total',
    help: 'Polls of a source, by outcome: readings, nothing new, or the error code.',
    labels: ['source', 'outcome'],
  });
  const readings = metrics.counter({
    name: 'tealight_readings_stored_total',
    help: 'Readings that were new.',
    labels: ['source'],
  });
  const ages = metrics.histogram({
    name: 'tealight_newest_reading_age_seconds',
    help: 'Since the newest reading of a connection was measured, at each poll that brought new ones.',
    labels: ['source'],
    buckets: AGES_S,
  });
  return {
    polled: (source, outcome) => polls.inc({ source, outcome }),
    stored(source, count, newestAgeMs) {
      readings.inc({ source }, count);
      ages.observe({ source }, newestAgeMs / SECOND);
    },
  };
}
