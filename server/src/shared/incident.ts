import { StoreUnavailable } from './store-unavailable.ts';

export type IncidentLog = { info(line: object): void; warn(line: object): void; error(line: object): void };

/** Something that works or fails again and again, such as a job. */
export type Incident = {
  /** It has failed: logged when it worked before. */
  failed(error: unknown, detail?: object): void;
  /** It works: logged when it failed before. */
  worked(): void;
};

/**
 * Logs one line when something begins to fail (`event`), and one when it works again (`recovered`, with the event in
 * `from`), however often it is tried. A database that does not work is reported by the health checks alone.
 */
export function openIncident(
  log: IncidentLog,
  event: string,
  { level = 'error', logsError = true }: { level?: 'warn' | 'error'; logsError?: boolean } = {},
): Incident {
  let isFailing = false;
  return {
    failed(error, detail = {}) {
      if (error instanceof StoreUnavailable) return;
      if (!isFailing) log[level]({ event, ...detail, ...(logsError && { err: error }) });
      isFailing = true;
    },
    worked() {
      if (isFailing) log.info({ event: 'recovered', from: event });
      isFailing = false;
    },
  };
}
