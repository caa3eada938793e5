import type { AlarmKind, AlarmReason, SourceDelay } from '@tealight/glucose';
import type { Log } from '../shared/log.ts';
import type { Store } from '../store/store.ts';

/** What deciding about alarms needs. */
export type AlarmDependencies = {
  store: Store;
  /** The delay of a connected source, by its name. */
  delayOf(source: string): SourceDelay;
  /** This node, in leases. */
  /** Counts what was decided. */
  count(kind: AlarmKind, reason: AlarmReason): void;
  node: string;
  now: () => number;
  log: Log;
};
