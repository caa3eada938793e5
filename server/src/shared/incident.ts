import { StoreUnavailable } from './store-errors.ts';
import { MINUTE } from './time-units.ts';

export type IncidentLog = { info(line: object): void; warn(line: object): void; error(line: object): void };

/** Something that works or fails again and again, such as a job. */
export type Incident = {
  /** It has failed: logged when it worked before. */
  failed(error: unknown, detail?: object): void;
  /** It works: logged when it failed before. */
  worked(): void;
};

type Options = {
  level?: 'warn' | 'error';
  logsError?: boolean;
  /** In both lines: which one, where several incidents have the same event. */
  about?: object;
};

/**
 * Logs one line when something begins to fail (`event`), and one when it works again (`recovered`, with the event in
 * `from`), however often it is tried. A database that does not work is reported by the health checks alone.
 */
export function openIncident(
  log: IncidentLog,
  event: string,
  { level = 'error', logsError = true, about = {} }: Options = {},
): Incident {
  let isFailing = false;
  return {
    failed(error, detail = {}) {
      if (error instanceof StoreUnavailable) return;
      if (!isFailing) log[level]({ event, ...about, ...detail, ...(logsError && { err: error }) });
      isFailing = true;
    },
    worked() {
      if (isFailing) log.info({ event: 'recovered', from: event, ...about });
      isFailing = false;
    },
  };
}

/** Longer than anything waits here until it is tried again. What has not failed since may be gone, or another node's. Own choice. */
const FORGOTTEN_MS = 10 * MINUTE;

/** Something that works for some while it fails for others, such as the wearers of a node. */
export type SharedIncident = {
  failed(id: number, error: unknown, detail?: object): void;
  worked(id: number): void;
  /** Ends the incident when the last that failed is forgotten. For callers that look regularly. */
  forget(): void;
};

/** One incident of many: it begins with the first that fails, and ends when none of them fails any more. */
export function shareIncident(incident: Incident, now: () => number): SharedIncident {
  /** When each has failed last, epoch ms; the longest ago first. */
  const failing = new Map<number, number>();
  const forget = (): void => {
    for (const [id, failedAt] of failing) {
      // A time in the future was noted before the clock was set back.
      const isForgotten = failedAt > now() || now() - failedAt >= FORGOTTEN_MS;
      if (!isForgotten) break;
      failing.delete(id);
    }
    if (failing.size === 0) incident.worked();
  };
  return {
    failed(id, error, detail) {
      if (error instanceof StoreUnavailable) return;
      failing.delete(id);
      failing.set(id, now());
      incident.failed(error, detail);
    },
    worked(id) {
      failing.delete(id);
      forget();
    },
    forget,
  };
}

/**
 * The error of a job, as its incident gets it. A fault of the database while the database accepts changes (`write`
 * succeeds) is the job's own, such as a statement that takes too long: no health check reports it.
 */
export async function jobError(
  error: unknown,
  write: () => Promise<void> = () => Promise.reject(error),
): Promise<unknown> {
  if (!(error instanceof StoreUnavailable)) return error;
  return write().then(
    () => new Error(`${error.message} for this job alone`, { cause: error }),
    () => error,
  );
}

/**
 * Does `work` for one item after the other. What fails for one keeps it from no other, except when the database does not
 * work at all. Throws the first error at the end.
 */
export async function eachOnItsOwn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
