import type { DeviceKey, PresenceUpdate } from '../shared/device-presence.ts';
import { openIncident } from '../shared/incident.ts';
import type { Log } from '../shared/log.ts';
import { SECOND } from '../shared/time-units.ts';

export type PresenceUpdatesDependencies = {
  store: {
    markSeen(presenceUpdates: readonly PresenceUpdate[]): Promise<void>;
    markGone(devices: readonly DeviceKey[], by: { node: string; at: number }): Promise<void>;
    keepNewest(wearerId: number, kept: { limit: number; liveLimit: number; now: number }): Promise<void>;
  };
  /** The number of the wearer's connected devices may have changed. */
  onChange: (wearerId: number) => void;
  node: string;
  log: Log;
  now: () => number;
};

/** Connects and disconnects are written in batches at this interval. */
const BATCH_MS = 150;
/** Wait after an error of the store. */
const AGAIN_AFTER_MS = 3 * SECOND;
/** Stored devices of each code, and after how many connects the surplus is removed. */
const MAX_DEVICES = 200;
/** Of those that are connected: as many as one code may connect (docs/security.md). */
const MAX_LIVE_DEVICES = 2000;
const TIDY_EVERY = 50;

export type PresenceUpdates = {
  note(presenceUpdate: PresenceUpdate): void;
  noteGone(device: DeviceKey): void;
  /** The wearer is notified when this update has been written. */
  notify(wearerId: number): void;
  /** Resolves when the wearer's pending updates are written; without a wearer, when all are. */
  whenWritten(wearerId?: number): Promise<void>;
};

export const keyOf = ({ wearerId, deviceId }: DeviceKey): string => `${wearerId} ${deviceId}`;

const nothingNew = () => ({
  seen: new Map<string, PresenceUpdate>(),
  gone: new Map<string, DeviceKey>(),
  notify: new Set<number>(),
});

/** Collects updates of devices and writes them in batches. Updates that could not be written stay in the next batch. */
export function openPresenceUpdates({
  store,
  onChange,
  node,
  log,
  now,
}: PresenceUpdatesDependencies): PresenceUpdates {
  let waiting = nothingNew();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const incident = openIncident(log, 'devices-unwritten', { level: 'warn' });
  let arrivals = 0;

  const schedule = (ms = BATCH_MS) => {
    timer ??= setTimeout(flush, ms).unref();
  };
  const tidy = async (wearerIds: Iterable<number>) => {
    for (const wearerId of wearerIds) {
      arrivals += 1;
      if (arrivals % TIDY_EVERY === 0)
        await store.keepNewest(wearerId, { limit: MAX_DEVICES, liveLimit: MAX_LIVE_DEVICES, now: now() });
    }
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = nothingNew();
    try {
      await store.markSeen([...batch.seen.values()]);
      await store.markGone([...batch.gone.values()], { node, at: now() });
      await tidy(batch.notify);
      incident.worked();
    } catch (error) {
      incident.failed(error);
      const gone = [...batch.gone].filter(([key]) => !waiting.seen.has(key));
      waiting.seen = new Map([...batch.seen, ...waiting.seen]);
      waiting.gone = new Map([...gone, ...waiting.gone]);
      schedule(AGAIN_AFTER_MS);
    }
    for (const wearerId of batch.notify) onChange(wearerId);
  };
  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  return {
    note(presenceUpdate) {
      const key = keyOf(presenceUpdate);
      waiting.gone.delete(key);
      waiting.seen.set(key, presenceUpdate);
      schedule();
    },
    noteGone(device) {
      const key = keyOf(device);
      waiting.seen.delete(key);
      waiting.gone.set(key, device);
      schedule();
    },
    notify: (wearerId) => void waiting.notify.add(wearerId),
    whenWritten: (wearerId) =>
      wearerId === undefined || waiting.notify.has(wearerId) ? flush() : Promise.resolve(writing),
  };
}
