import { type IncidentLog, jobError, openIncident } from '../shared/incident.ts';
import { HOUR, SECOND } from '../shared/time-units.ts';

export type RetentionDependencies = {
  history: { eraseOld(now: number, wearerId?: number): Promise<boolean> };
  log: IncidentLog;
  /** Epoch ms; null while the clock may be wrong and nothing may be erased. */
  now: () => number | Promise<number | null>;
  /** Whether the store accepts changes: otherwise an error is the store's own. */
  write?: () => Promise<void>;
};

export type Retention = AsyncDisposable & {
  /** Erases the wearer's readings at once that are older than the retention period; later while the clock may be wrong. */
  eraseFor(wearerId: number): Promise<void>;
};

/** The first run is soon after the start, after more urgent work. */
const FIRST_AFTER_MS = 30 * SECOND;
const INTERVAL_MS = HOUR;

/** Erases readings that are older than their wearer's retention period. Several nodes may do so at once. */
export function openRetention({ history, log, now, write }: RetentionDependencies): Retention {
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  const erase = async (wearerId?: number): Promise<void> => {
    const at = await now();
    while (at !== null && !isClosed && (await history.eraseOld(at, wearerId)));
  };
  const incident = openIncident(log, 'retention-failed');
  const run = () => {
    running = running
      .then(() => erase())
      .then(
        () => incident.worked(),
        async (error: unknown) => incident.failed(await jobError(error, write)),
      );
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const timer = setInterval(run, INTERVAL_MS).unref();
  return {
    eraseFor: erase,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
