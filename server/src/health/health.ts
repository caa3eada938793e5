import { SECOND } from '../shared/time-units.ts';

/** The parts of Tealight that are checked. A problem of one is never the fault of a sensor or a vendor. */
export const healthParts = ['store', 'disk', 'poller', 'alarms', 'key', 'clock', 'push'] as const;
export type HealthPart = (typeof healthParts)[number];

/** A problem of these leaves a node ready: another would not do better, and it serves everything else. */
export const warningParts: readonly HealthPart[] = ['push'];

/** A part that has a problem, and since when (epoch ms). */
export type PartProblem = { part: HealthPart; since: number };

/** Which parts have a problem, for readiness, metrics, log, mail and the wearers' status. */
export type Health = {
  /** Sets the state of a part. Listeners are called only for changes. */
  report(part: HealthPart, isWell: boolean, error?: unknown): void;
  /** The parts that have a problem, in order of its start. */
  problems(): PartProblem[];
  /** Calls `listener` after each change, until the returned function is called. */
  onChange(listener: () => void): () => void;
};

type LogLine = { event: string; part: HealthPart; [detail: string]: unknown };
export type HealthLog = { info(line: LogLine): void; error(line: LogLine): void };

/** The operator's remedy for each part. */
export const partRemedies: Readonly<Record<HealthPart, string>> = {
  store:
    'The database does not work. Check that it runs, can be reached and accepts changes. Tealight goes on as soon as it does',
  disk: 'DATA_DIR or the database cannot be written: the disk is full or fails. Free some space',
  poller: 'Sources are not asked when they are due. Check that a node with the role poll runs and keeps up',
  alarms:
    'Alarms are not decided about when they are due. Check that a node with the role alarms runs and keeps up',
  clock:
    "The clock of this machine differs from the database's by more than 10 seconds. Set up a time service (NTP) on both",
  push: 'Push services do not accept this server, so that alarms do not reach browsers that are closed. Correct PUBLIC_URL and ADMIN_EMAIL, or restore the key (SECRET_KEYS or the key file)',
  key: 'No key decrypts the stored sign-ins. Restore the key (SECRET_KEYS or the key file)',
};

/** Logs one line at the start of a problem, and one at its end. */
export function openHealth({ log, now }: { log: HealthLog; now: () => number }): Health {
  const since = new Map<HealthPart, number>();
  const listeners = new Set<() => void>();
  return {
    report(part, isWell, error) {
      const began = since.get(part);
      if (isWell === (began === undefined)) return;
      if (began === undefined) {
        since.set(part, now());
        log.error({
          event: 'problem',
          part,
          text: partRemedies[part],
          ...(error !== undefined && { err: error }),
        });
      } else {
        since.delete(part);
        log.info({ event: 'problem-over', part, seconds: Math.round((now() - began) / SECOND) });
      }
      for (const listener of listeners) listener();
    },
    problems: () => [...since].map(([part, at]) => ({ part, since: at })),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
