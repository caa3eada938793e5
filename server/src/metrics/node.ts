import { statfs } from 'node:fs/promises';
import type { ConnectionLimit } from '../limits/connection-limit.ts';
import { SECOND } from '../shared/time-units.ts';
import type { OnQuery, PoolCounts } from '../store/open-database.ts';
import type { Metrics } from './metrics.ts';

/** The version, as a label of a value that is always 1. */
export function measureVersion(metrics: Metrics, version: string): void {
  metrics.measure({
    name: 'tealight_info',
    help: 'Always 1; the label is the version that this node runs.',
    by: 'version',
    read: async () => ({ [version]: 1 }),
  });
}

/** From 0.2 ms, a lookup in SQLite, to the 10 s after which a query of PostgreSQL is given up. */
const QUERY_S = [0.0002, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

/** How long the database takes to answer this node. */
export function queryTimer(metrics: Metrics): OnQuery {
  const seconds = metrics.histogram({
    name: 'tealight_store_query_seconds',
    help: 'How long queries of this node took, without the wait for a connection, by outcome: ok or failed.',
    labels: ['outcome'],
    buckets: QUERY_S,
  });
  // Looked up once, since this runs for every query.
  const byOutcome = { ok: seconds.labels('ok'), failed: seconds.labels('failed') };
  return (ms, outcome) => byOutcome[outcome].observe(ms / SECOND);
}

/** The connections to the database server, and the space where the data is stored. */
export function measureStorage(
  metrics: Metrics,
  { pool, dataDir }: { pool: () => PoolCounts | null; dataDir: string },
): void {
  metrics.measure({
    name: 'tealight_database_connections',
    help: 'Connections of this node to PostgreSQL by state: busy or idle. None with SQLite.',
    by: 'state',
    read: async () => {
      const counts = pool();
      return counts === null ? {} : { busy: counts.open - counts.idle, idle: counts.idle };
    },
  });
  metrics.measure({
    name: 'tealight_database_queries_waiting',
    help: 'Queries of this node that wait for a connection to PostgreSQL. None with SQLite.',
    read: () => pool()?.waiting ?? null,
  });
  const ofDisk = async (what: 'bavail' | 'blocks') => {
    const disk = await statfs(dataDir);
    return disk[what] * disk.bsize;
  };
  metrics.measure({
    name: 'tealight_data_disk_free_bytes',
    help: 'Free space of the disk with DATA_DIR, for the user that runs this node.',
    read: () => ofDisk('bavail'),
  });
  metrics.measure({
    name: 'tealight_data_disk_size_bytes',
    help: 'Size of the disk with DATA_DIR.',
    read: () => ofDisk('blocks'),
  });
}

/** The clock of this node against that of the database. */
export function measureClock(metrics: Metrics, clock: { readonly offsetMs: number }): void {
  metrics.measure({
    name: 'tealight_clock_offset_seconds',
    help: 'How far the clock of this node is behind that of the PostgreSQL server; negative when it is ahead.',
    read: () => clock.offsetMs / SECOND,
  });
}

/** The open connections of devices and browsers, and how many were rejected. */
export function measureConnections(metrics: Metrics, limit: ConnectionLimit): void {
  metrics.measure({
    name: 'tealight_open_connections',
    help: 'Open connections of every protocol to this node.',
    read: () => limit.open,
  });
  metrics.measure({
    name: 'tealight_connected_addresses',
    help: 'Addresses that the open connections to this node come from, without those of trusted proxies.',
    read: () => limit.addresses,
  });
  metrics.measure({
    name: 'tealight_refused_connections',
    help: 'Connections that this node has closed at the limit since its start: new ones, and idle ones for a new one.',
    by: 'kind',
    read: async () => ({ new: limit.rejected, idle: limit.evicted }),
  });
}
