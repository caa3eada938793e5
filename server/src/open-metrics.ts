import about from '../package.json' with { type: 'json' };
import type { Config } from './config/config.ts';
import type { ConnectionLimit } from './limits/connection-limit.ts';
import { measureDevices } from './metrics/devices.ts';
import { measureInstallation } from './metrics/installation.ts';
import { measureLeases } from './metrics/measures.ts';
import type { Metrics } from './metrics/metrics.ts';
import { measureClock, measureConnections, measureStorage, measureVersion } from './metrics/node.ts';
import { delaysOf, type Offers } from './sources/offered-sources.ts';
import type { Store } from './store/store.ts';

type Dependencies = {
  config: Config;
  store: Store;
  clock: { now(): number; readonly offsetMs: number };
  connections: ConnectionLimit;
  devices: Parameters<typeof measureDevices>[1];
  polling: { runningPolls(): number };
  offers: Offers;
};

/** The metrics that are read when they are requested, of all parts. */
export function measureParts(metrics: Metrics, dependencies: Dependencies): void {
  const { config, store, clock, connections, devices, polling, offers } = dependencies;
  measureVersion(metrics, about.version);
  measureInstallation(metrics, { store, now: clock.now, sources: delaysOf(offers) });
  measureLeases(metrics, polling);
  measureDevices(metrics, devices);
  measureConnections(metrics, connections);
  measureStorage(metrics, { pool: store.pool, dataDir: config.dataDir });
  measureClock(metrics, clock);
}
