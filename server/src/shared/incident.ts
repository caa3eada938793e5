import { StoreUnavailable } from './store-unavailable.ts';

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
